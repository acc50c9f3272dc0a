#!/usr/bin/env perl
# coroutine_temporaries.pl FILE…: path:line: reason for each statement with co_await that creates what g++ 12 destroys twice.
use strict;
use warnings;
use FindBin;

# A brace after one of these opens a block, after anything else it makes a value.
my $before_block = qr/(?:\)|\b(?:else|do|try|const|noexcept|override|mutable)|->\s*[\w:<>,&*\s]+)\s*\z/;
my $capture = qr/(?<![\w\)\]\[>])\[(?!\[)\s*[^\]\s]/;

# Where the statement around $at starts: after the last ; or } or block's { before it.
sub start_of {
  my ($code, $at) = @_;
  for (my $i = $at - 1; $i >= 0; --$i) {
    my $c = substr $code, $i, 1;
    return $i + 1 if $c eq ';' || $c eq '}';
    return $i + 1 if $c eq '{' && substr($code, 0, $i) =~ $before_block;
  }
  return 0;
}

# The text from $from up to the end of its statement: a ; or a block's { outside every parenthesis.
sub statement {
  my ($code, $from) = @_;
  my ($round, $curly) = (0, 0);
  for (my $i = $from; $i < length $code; ++$i) {
    my $c = substr $code, $i, 1;
    if ($c eq '(') { ++$round }
    elsif ($c eq ')') { --$round }
    elsif ($c eq ';' && $curly == 0) { return substr $code, $from, $i - $from }
    elsif ($c eq '{') {
      return substr $code, $from, $i - $from if $round <= 0 && $curly == 0 && substr($code, 0, $i) =~ $before_block;
      ++$curly;
    }
    elsif ($c eq '}') { return substr $code, $from, $i - $from if --$curly < 0 }
  }
  return substr $code, $from;
}

sub fault_in {
  my ($text) = @_;
  $text =~ s/\bauto\s*(?:const)?\s*&{0,2}\s*\[[^\]]*\]//g;  # a structured binding is no lambda
  return 'a capturing lambda in an awaiting statement' if $text =~ $capture;
  return 'a braced value in an awaiting statement' if $text =~ /\{/;
  return;
}

open my $in, '-|', 'perl', "$FindBin::Bin/code.pl", '--file', @ARGV or die "code.pl: $!\n";
my @parts = split /\0/, do { local $/; <$in> // '' };
while (my ($path, $code) = splice @parts, 0, 2) {
  my $seen = -1;
  while ($code =~ /\bco_await\b/g) {
    my $from = start_of($code, $-[0]);
    next if $from <= $seen;
    my $line = 1 + (substr($code, 0, $-[0]) =~ tr/\n//);
    $seen = $from;
    my $fault = fault_in(statement($code, $from));
    print "$path:$line: $fault\n" if $fault;
  }
}
