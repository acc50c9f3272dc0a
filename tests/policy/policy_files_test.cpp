// Policies and certificates as files: who may have written them, and what else can stand in their place.

#include "policy/guarded_file.hpp"
#include "tests/policy/policy_fixture.hpp"
#include "tests/support/temp_dir.hpp"

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace imcp::policy {
namespace {

constexpr std::string_view good = "version = 1\n";

std::string load(std::string const& path) {
  auto const result = load_policy(path);
  EXPECT_EQ(result.loaded.has_value(), result.faults.empty());
  return result.faults.empty() ? "ok" : result.faults[0].text();
}

TEST(policy_file, loads_when_only_its_owner_may_write_it) {
  support::temp_dir dir;
  for (unsigned mode : {0600U, 0400U, 0644U, 0755U}) EXPECT_EQ(load(dir.write("p.toml", good, mode)), "ok") << mode;
}

TEST(policy_file, is_refused_when_others_may_write_it) {
  support::temp_dir dir;
  for (unsigned mode : {0620U, 0602U, 0664U, 0666U, 0777U}) {
    auto const path = dir.write("p.toml", good, mode);
    EXPECT_NE(load(path).find("p.toml: must not be writable by group or others, and has mode 0"), std::string::npos);
    std::filesystem::remove(path);
  }
}

TEST(policy_file, is_refused_when_it_belongs_to_somebody_else) {
  constexpr uid_t me = 1000, root = 0, other = 1001;
  EXPECT_EQ(distrust(S_IFREG | 0600, me, me), std::nullopt);
  EXPECT_EQ(distrust(S_IFREG | 0644, root, me), std::nullopt);
  EXPECT_EQ(distrust(S_IFREG | 0644, other, me), "must be owned by root or by user 1000, and is owned by user 1001");
  EXPECT_EQ(distrust(S_IFREG | 0600, me, root), "must be owned by root or by user 0, and is owned by user 1000");
  EXPECT_EQ(distrust(S_IFREG | 0664, me, me),
            "must not be writable by group or others, and has mode 0664; run chmod go-w on it");
}

TEST(policy_file, must_be_a_regular_file) {
  support::temp_dir dir;
  EXPECT_EQ(load(dir.path()), dir.path() + ": is not a regular file");
  EXPECT_EQ(load("/dev/null"), "/dev/null: is not a regular file");
  auto const fifo = dir.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(load(fifo), fifo + ": is not a regular file");
}

TEST(policy_file, that_is_missing_is_a_fault_of_the_whole_file) {
  support::temp_dir dir;
  auto const path = dir.file("none.toml");
  EXPECT_EQ(load(path), path + ": cannot be opened: No such file or directory");
}

TEST(policy_file, is_judged_behind_a_symbolic_link) {
  support::temp_dir dir;
  std::filesystem::create_symlink(dir.write("good.toml", good, 0600), dir.file("a"));
  std::filesystem::create_symlink(dir.write("bad.toml", good, 0666), dir.file("b"));
  EXPECT_EQ(load(dir.file("a")), "ok");
  EXPECT_NE(load(dir.file("b")).find("must not be writable"), std::string::npos);
}

TEST(policy_file, of_a_hundred_megabytes_is_not_read) {
  support::temp_dir dir;
  auto const path = dir.write("p.toml", good, 0600);
  ASSERT_EQ(::truncate(path.c_str(), 100'000'000), 0);
  EXPECT_EQ(load(path), path + ": is larger than 1048576 bytes");
}

TEST(policy_file, faults_carry_its_name) {
  support::temp_dir dir;
  auto const path = dir.write("p.toml", "version = 1\nqqqq = 1\n", 0600);
  EXPECT_EQ(load(path), path + ":2:1: unknown key \"qqqq\"");
}

constexpr std::string_view pem = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmg\nAwIBAgIUXw==\n-----END CERTIFICATE-----\n";

std::string with_certificate(support::temp_dir const& dir, std::string_view text, unsigned mode = 0644) {
  dir.write("remote.crt", text, mode);
  return dir.write("p.toml",
                   "version = 1\n[image_remotes.own]\nserver = \"https://a\"\nprotocol = \"incus\"\n"
                   "certificate = \"remote.crt\"\n",
                   0600);
}

TEST(remote_certificate, is_read_beside_the_policy) {
  support::temp_dir dir;
  for (auto const& text : {std::string(pem), "subject=CN = a\n" + std::string(pem) + "\n\n"}) {
    auto const result = load_policy(with_certificate(dir, text));
    ASSERT_TRUE(result.loaded) << result.faults[0].text();
    EXPECT_EQ(result.loaded->image_remotes.at("own").certificate, pem);
  }
}

TEST(remote_certificate, may_have_an_absolute_path) {
  support::temp_dir dir, other;
  auto const certificate = other.write("c.pem", pem, 0600);
  auto const path = dir.write(
      "p.toml", "version = 1\n[image_remotes.own]\nserver = \"https://a\"\ncertificate = \"" + certificate + "\"\n",
      0600);
  EXPECT_EQ(load(path), "ok");
}

TEST(remote_certificate, must_be_one_certificate_and_nothing_secret) {
  std::string const one(pem), key = "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
  std::string body = one;
  for (auto const& text :
       {std::string(), std::string("hello"), one + one, one + "-----END CERTIFICATE-----\n", one + key, key + one, key,
        one.substr(0, 60), one.substr(20), std::string("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"),
        std::string("-----BEGIN CERTIFICATE-----\n<html>\n-----END CERTIFICATE-----\n"),
        std::string("-----END CERTIFICATE-----\nMIIB\n-----BEGIN CERTIFICATE-----\n"),
        std::string("-----BEGIN TRUSTED CERTIFICATE-----\nMIIB\n-----END TRUSTED CERTIFICATE-----\n")}) {
    support::temp_dir dir;
    EXPECT_NE(load(with_certificate(dir, text))
                  .find(":5:15: image_remotes.own.certificate names remote.crt, which must "
                        "hold exactly one certificate as PEM, and no key"),
              std::string::npos)
        << text;
  }
}

TEST(remote_certificate, is_guarded_like_the_policy) {
  support::temp_dir dir;
  EXPECT_NE(load(with_certificate(dir, pem, 0666)).find("names remote.crt, which must not be writable"),
            std::string::npos);
  support::temp_dir large;
  EXPECT_NE(load(with_certificate(large, std::string(65537, 'a'))).find("is larger than 65536 bytes"),
            std::string::npos);
}

}  // namespace
}  // namespace imcp::policy
