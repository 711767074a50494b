/**
 * Puts a program before all that a control group sends, or takes it away: `perl - <number of the system call> <group> [program as hex]`. Perl,
 * since it can make system calls and every Debian-like system has it. Ends with 1 and the reason where the kernel refuses.
 */
export const attachSource: string = String.raw`
use strict;
use warnings;

my ($call, $group, $hex) = @ARGV;
# BPF_PROG_LOAD, BPF_PROG_ATTACH and BPF_PROG_DETACH; a program of type CGROUP_SKB at CGROUP_INET_EGRESS.
my ($load, $attach, $detach, $type, $place) = (5, 8, 9, 8, 1);

sub address_of { return unpack('Q', pack('P', $_[0])) }

sub bpf {
  my ($command, $attributes) = @_;
  my $result = syscall(0 + $call, $command, $attributes, length $attributes);
  $result >= 0 or do { print STDERR "$command: $!\n"; exit 1 };
  return $result;
}

opendir(my $directory, $group) or do { print STDERR "$group: $!\n"; exit 1 };
my $target = fileno($directory);
if (defined $hex) {
  my ($program, $license, $log) = (pack('H*', $hex), "Apache-2.0\0", '');
  my $loaded = bpf($load, pack('LLQQLLQLLa16LL', $type, length($program) / 8, address_of($program),
    address_of($license), 0, 0, 0, 0, 0, 'caisson_network', 0, $place));
  bpf($attach, pack('LLLL', $target, $loaded, $place, 0));
} else {
  bpf($detach, pack('LLLL', $target, 0, $place, 0));
}
`
