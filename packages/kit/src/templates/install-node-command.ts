import { sh, type ShellCommand } from '@caisson/core/driver'
import { scriptAsCommand } from '../util/script-as-command.js'
import { knownNodeSums } from './node-releases.js'
import { readNodeSource, type NodeSource } from './node-source.js'

export interface InstallNodeOptions {
  /** Three numbers, such as `24.20.0`. */
  readonly version: string
  readonly source?: NodeSource | undefined
  /** The directory that stands for `/`, for tests: nothing outside is changed, and no root is needed. */
  readonly root?: string | undefined
}

/**
 * A command on one line that puts Node into a machine, below `/usr/local`, by root or `sudo -n`; what is downloaded is unpacked only when its
 * SHA-256 is the expected one. The machine's own processor decides which build that is. Corepack is switched on where Node brings it (before
 * version 25) and asks nothing before its downloads. Where that version is there already, nothing is downloaded.
 *
 * Throws INVALID_ARGUMENT for a version that is none, a bad source, and plain http without sums.
 */
export function installNodeCommand({ version, source = {}, root }: InstallNodeOptions): ShellCommand {
  const { baseUrl, sums } = readNodeSource(version, source, knownNodeSums)
  const script = sh`
umask 022
PATH=$PATH:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
root=${root ?? ''}
version=${version}
base=${baseUrl}
protocols=${baseUrl.startsWith('https:') ? '=https' : '=http,https'}
case $(uname -m) in
x86_64|amd64) architecture=x64 sum=${sums.x64 ?? ''} ;;
aarch64|arm64) architecture=arm64 sum=${sums.arm64 ?? ''} ;;
*) architecture= ;;
esac
${steps}`
  return scriptAsCommand(script, { asRoot: root === undefined })
}

const steps: ShellCommand = sh`
fail() {
printf 'caisson: %s\\n' "$1" >&2
exit 1
}
fetch() {
if command -v curl >/dev/null 2>&1; then
curl -fsSL --retry 3 --connect-timeout 20 --max-time 600 --proto "$protocols" -o "$2" "$1"
elif command -v wget >/dev/null 2>&1; then
wget -q -T 20 -t 3 -O "$2" "$1"
else
fail 'Node cannot be downloaded: the machine has neither curl nor wget'
fi
}
find_sum() {
fetch "$place/SHASUMS256.txt" "$work/sums" || fail "the checksums of Node could not be had from $place/SHASUMS256.txt"
while read -r digest file _; do
[ "$file" != "$name" ] || sum=$digest
done <"$work/sums"
[ -n "$sum" ] || fail "$place/SHASUMS256.txt has no checksum of $name"
}
install_node() {
[ -n "$architecture" ] || fail "there is no Node for the processor $(uname -m)"
name=node-v$version-linux-$architecture.tar.gz
place=$base/v$version
work=$(mktemp -d) || fail 'no temporary directory can be made'
trap 'rm -rf -- "$work"' EXIT
[ -n "$sum" ] || [ "$protocols" = =https ] || fail "no checksum of $name was given"
fetch "$place/$name" "$work/$name" || fail "Node could not be downloaded from $place/$name"
[ -n "$sum" ] || find_sum
printf '%s  %s\\n' "$sum" "$work/$name" | sha256sum -c - >/dev/null 2>&1 || fail "what $place/$name gave has another checksum than $sum"
mkdir -p -- "$prefix" && tar -xzf "$work/$name" -C "$prefix" --strip-components=1 --no-same-owner || fail "$name could not be unpacked"
"$prefix/bin/node" --version >/dev/null || fail "the Node of $name does not run in this machine"
}
set_up_corepack() {
if [ -e "$prefix/bin/corepack" ]; then
PATH=$prefix/bin:$PATH corepack enable --install-directory "$prefix/bin" || fail 'corepack could not be switched on'
else
echo "Node $version brings no corepack"
fi
environment=$root/etc/environment
mkdir -p -- "$root/etc"
kept=$(grep -v '^COREPACK_ENABLE_DOWNLOAD_PROMPT=' -- "$environment" 2>/dev/null)
{
[ -z "$kept" ] || printf '%s\\n' "$kept"
echo COREPACK_ENABLE_DOWNLOAD_PROMPT=0
} >"$environment" || fail "$environment could not be written"
}
prefix=$root/usr/local
[ "$("$prefix/bin/node" --version 2>/dev/null)" = "v$version" ] || install_node
set_up_corepack
`
