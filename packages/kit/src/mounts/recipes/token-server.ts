import { sh, type ShellCommand } from '@caisson/core/driver'

/**
 * gcsfuse takes no token, only an address that gives one. A few lines of Perl, which every Debian has, give it at a socket
 * that only the daemon's user can reach. The token is in a file, not in the arguments.
 */
const program = `use IO::Socket::UNIX;
my ($file, $path) = @ARGV;
open(my $handle, '<', $file) or exit 1;
my $body = join('', <$handle>);
close($handle);
unlink($file);
my $server = IO::Socket::UNIX->new(Local => $path, Listen => 5) or exit 1;
while (my $client = $server->accept) {
  while (my $line = <$client>) { last if $line =~ /^\\r?$/ }
  my $length = length($body);
  print $client "HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: $length\\r\\nConnection: close\\r\\n\\r\\n$body";
  close($client);
}`

export const tokenServer: ShellCommand = sh`
(
exec 9>&-
secrets=
exec setsid perl -e ${program} "$private/token.json" "$private/token.socket"
) </dev/null >/dev/null 2>&1 &
tries=0
until [ -S "$private/token.socket" ]; do
tries=$((tries + 1))
[ "$tries" -le 100 ] || return 1
sleep 0.05
done
`
