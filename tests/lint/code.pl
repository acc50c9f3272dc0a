#!/usr/bin/env perl
# code.pl FILE…: C++ without comments and the text of literals, as path:line:code, so that a lint sees only code.
# Include lines keep their file names. With --file the whole of each file at once, as path, NUL, code, NUL.
use strict;
use warnings;

my $whole = @ARGV && $ARGV[0] eq '--file' && shift @ARGV;

# Blanks all but the line breaks, so that line numbers stay.
sub blank { my ($text) = @_; $text =~ s/[^\n]//g; return $text; }

my $literal = qr{
    (?<include> ^[ \t]*\#[ \t]*include[^\n]*)
  | (?<comment> //[^\n]* | /\*.*?\*/)
  | (?<raw> R"(?<tag>[^(\s]*)\(.*?\)\g{tag}")
  | (?<text> "(?:[^"\\\n]|\\.)*")
  | (?<number> \b[0-9][0-9a-fA-F'xX.]*)      # a digit separator is no quote
  | (?<character> '(?:[^'\\\n]|\\.)+')
}xms;

for my $path (@ARGV) {
  open my $in, '<', $path or die "code.pl: $path: $!\n";
  my $code = do { local $/; <$in> };
  $code =~ s{$literal}{
    defined $+{include} ? $+{include} : defined $+{number} ? $+{number}
      : defined $+{raw} ? '""' . blank($+{raw}) : defined $+{text} ? '""' : defined $+{character} ? "' '" : blank($+{comment})
  }ge;
  if ($whole) { print "$path\0$code\0"; next; }
  my $line = 0;
  for (split /\n/, $code) { ++$line; print "$path:$line:$_\n" if /\S/; }
}
