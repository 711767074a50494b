# What the stand-ins share: a mount through rclone that looks as if another program had made it.
use strict;
use warnings;
use File::Temp qw(tempdir);
use POSIX ();

# rclone always calls its mounts `fuse.rclone`; this sits in front of fusermount and calls them as the real program does.
my $rename = <<'END';
#!/bin/sh
real=$(PATH=/usr/bin:/bin command -v fusermount3 || PATH=/usr/bin:/bin command -v fusermount)
for argument; do
  shift
  case $argument in
    *subtype=rclone*) argument=$(printf '%s' "$argument" | sed -e 's/,*subtype=rclone//' -e "s/fsname=[^,]*/$STANDS_IN_AS/" -e 's/^,//') ;;
  esac
  set -- "$@" "$argument"
done
exec "$real" "$@"
END

sub write_file {
  my ($path, $text, $mode) = @_;
  open(my $file, '>', $path) or die "$path: $!\n";
  print {$file} $text;
  close($file) or die "$path: $!\n";
  chmod($mode, $path) or die "$path: $!\n";
}

sub mount_with_rclone {
  my ($want) = @_;
  umask 0077;
  # rclone reads its configuration again when it becomes a daemon, so this stays until the mount is there.
  my $folder = tempdir('caisson-stand-in-XXXXXXXX', DIR => '/run');
  write_file("$folder/config", join("\n", '[bucket]', @{$want->{config}}, ''), 0600);
  write_file("$folder/$_", $rename, 0700) for qw(fusermount fusermount3);
  $ENV{PATH} = "$folder:$ENV{PATH}";
  $ENV{STANDS_IN_AS} = $want->{looks_as}[0];
  my @rclone = ('rclone', '--config', "$folder/config", '--retries', '1', '--low-level-retries', '1', '--contimeout', '5s', '--timeout', '10s');
  my $remote = "bucket:$want->{remote}";
  # Neither rclone nor its daemon may hold the caller's descriptors.
  my $quiet = sub {
    my (@command) = @_;
    my $child = fork();
    die "fork: $!\n" unless defined $child;
    if ($child == 0) {
      open(STDIN, '<', '/dev/null');
      open(STDOUT, '>', "$folder/output");
      open(STDERR, '>&', \*STDOUT);
      exec(@command) or POSIX::_exit(127);
    }
    waitpid($child, 0);
    return $? == 0;
  };
  my $fail = sub {
    open(my $file, '<', "$folder/output");
    my $text = join('', $file ? <$file> : ());
    system('rm', '-rf', $folder);
    print STDERR "Error: $text\n";
    exit 1;
  };
  $quiet->(@rclone, 'lsf', '--max-depth', '1', $remote) or $fail->();
  my @mount = ('mount', $remote, $want->{place}, qw(--daemon --daemon-wait 0s --vfs-cache-mode off --dir-cache-time 0s), '--attr-timeout', '0s', '--umask', '022');
  $quiet->(@rclone, @mount, @{$want->{options}}) or $fail->();
  # rclone itself would wait for a mount of its own name.
  for (1 .. 200) {
    open(my $mounts, '<', '/proc/self/mounts') or die "/proc/self/mounts: $!\n";
    next unless grep { my @field = split / /; $field[1] eq $want->{place} && $field[2] eq $want->{looks_as}[1] } <$mounts>;
    system('rm', '-rf', $folder);
    exit 0;
  }
  continue { select(undef, undef, undef, 0.05) }
  $fail->();
}

1;
