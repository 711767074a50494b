/**
 * The program that makes a private machine and stays as its pid 1. It is Perl since every Debian-like system has it (`perl-base` is essential),
 * since `syscall` lets one process make all mounts (a shell needs about 25 programs for them), and since waiting costs it 5 MB.
 *
 * It reads a plan from standard input: fields separated by NUL, each operation followed by as many fields as its row says. It reports on
 * descriptor 3: `init <pid>`, `ready`, or `failed <operation> <errno> <text>`. The process that was started stays outside the
 * machine: it waits for the init, passes its end on, and is killed with its parent, as the init is with it.
 */
export const initSource: string = String.raw`
use strict;
use warnings;

my $plan = do { local $/; <STDIN> };
my @plan = split /\0/, $plan, -1;
my %number = split / /, shift @plan;
open(my $report, '>&=', 3) or exit 125;
my (%environment, @arguments);

sub system_call {
  my ($name, @values) = @_;
  return syscall($number{$name}, @values) >= 0;
}

sub tell_host { syswrite($report, join("\t", @_) . "\n") }

sub fail {
  tell_host('failed', $_[0], 0 + $!, "$!");
  exit 125;
}

# PR_SET_PDEATHSIG with SIGKILL.
sub die_with_parent { system_call('prctl', 1, 9, 0, 0, 0) }

sub write_file {
  my ($path, $content) = @_;
  open(my $file, '>', $path) or return 0;
  my $written = syswrite($file, $content);
  return defined($written) && close($file);
}

sub own { my ($path, $mode, $uid, $gid) = @_; return chown($uid, $gid, $path) && chmod(oct($mode), $path) }

sub make_directories {
  my ($path) = @_;
  return 1 if $path eq '' || -d $path;
  (my $parent = $path) =~ s{/[^/]*\z}{};
  return make_directories($parent) && mkdir($path, 0755);
}

sub make_file {
  my ($path) = @_;
  return 1 if -e $path;
  (my $parent = $path) =~ s{/[^/]*\z}{};
  return make_directories($parent) && write_file($path, '');
}

sub loopback_up {
  socket(my $socket, 2, 2, 0) or return 0;
  my $request = pack('a16 s x22', 'lo', 0x41);
  return ioctl($socket, 0x8914, $request);
}

my %operations = (
  join => [1, sub { write_file($_[0], "0\n") }],
  unshare => [1, sub { system_call('unshare', 0 + $_[0]) }],
  hostname => [1, sub { system_call('sethostname', $_[0], length $_[0]) }],
  mount => [5, sub { system_call('mount', @_[0, 1, 2], 0 + $_[3], $_[4]) }],
  detach => [1, sub { system_call('umount2', $_[0], 2) }],
  pivot => [2, sub { system_call('pivot_root', @_) && chdir('/') }],
  directory => [4, sub { mkdir($_[0]) && own(@_) }],
  file => [5, sub { write_file(@_[0, 4]) && own(@_[0 .. 3]) }],
  symlink => [2, sub { symlink($_[0], $_[1]) }],
  # 8192 is S_IFCHR, -100 the present directory.
  device => [4, sub { system_call('mknodat', -100, $_[0], 8192 | oct($_[1]), $_[2] << 8 | $_[3]) }],
  opaque => [1, sub { my ($name, $value) = ('trusted.overlay.opaque', 'y'); system_call('setxattr', $_[0], $name, $value, 1, 0) }],
  need_directory => [1, sub { make_directories(@_) }],
  need_file => [1, sub { make_file(@_) }],
  remove_directory => [1, sub { rmdir($_[0]) }],
  enter => [1, sub { chdir($_[0]) }],
  # PR_CAPBSET_DROP.
  forbid => [1, sub { system_call('prctl', 24, 0 + $_[0], 0, 0, 0) }],
  loopback => [0, sub { loopback_up() }],
  environment => [2, sub { $environment{$_[0]} = $_[1]; 1 }],
  argument => [1, sub { push @arguments, $_[0]; 1 }],
);

sub carry_out_plan {
  while (@plan) {
    my $name = shift @plan;
    my ($count, $action) = @{$operations{$name} or do { $! = 22; fail("unknown $name") }};
    my @values = splice(@plan, 0, $count);
    $action->(@values) or fail(join ' ', $name, @values[0 .. ($count > 2 ? 1 : $count - 1)]);
  }
}

sub run_daemon {
  umask(0022);
  system_call('setsid');
  %ENV = %environment;
  exec { $arguments[0] } @arguments or fail("exec $arguments[0]");
}

# What a child ended with, as a shell says it.
sub status_of { return $_[0] & 127 ? 128 + ($_[0] & 127) : $_[0] >> 8 }

sub be_init {
  die_with_parent();
  umask(0);
  carry_out_plan();
  my $daemon = fork();
  defined $daemon or fail('fork');
  run_daemon() if $daemon == 0;
  tell_host('ready');
  close($_) for ($report, *STDOUT, *STDERR);
  $0 = 'caisson-init';
  while (1) {
    my $ended = waitpid(-1, 0);
    # Everything else ends with its init.
    exit status_of($?) if $ended == $daemon;
  }
}

die_with_parent();
open(STDIN, '<', '/dev/null') or fail('open /dev/null');
# CLONE_NEWPID is for children: the first one is the init of the new machine.
system_call('unshare', 0x20000000) or fail('unshare');
my $init = fork();
defined $init or fail('fork');
be_init() if $init == 0;
tell_host('init', $init);
close($_) for ($report, *STDOUT, *STDERR);
chdir('/');
$0 = 'caisson-machine';
waitpid($init, 0);
exit status_of($?);
`
