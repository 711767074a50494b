import { sh, type ShellCommand } from '@caisson/core/driver'

/** What the machine says of its distribution, and one way to use its package manager and to download. */
export const packageManager: ShellCommand = sh`
# Only what looks like a name or a number is taken over from the machine's own description.
read_distribution() {
os_id= os_like= codename= based_on= version=
while IFS== read -r name value; do
value=\${value#[\\"\\']}
value=\${value%[\\"\\']}
case $value in
*[!a-zA-Z0-9.\\ _-]*) continue ;;
esac
case $name in
ID) os_id=$value ;;
ID_LIKE) os_like=$value ;;
VERSION_CODENAME) codename=$value ;;
UBUNTU_CODENAME|DEBIAN_CODENAME) based_on=$value ;;
VERSION_ID) version=$value ;;
esac
done 2>/dev/null </etc/os-release
family=
for name in $os_id $os_like; do
case $name in
debian|ubuntu) family=$name; break ;;
esac
done
if [ "$family" != "$os_id" ]; then
codename=$based_on version=
fi
major=\${version%%.*}
}
package_manager() {
(
umask 022
exec 9>&-
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND
timeout -k 5 "$1" apt-get -y --no-install-recommends -o DPkg::Lock::Timeout=60 -o Acquire::Retries=2 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 $2 $3
) </dev/null >>"$log" 2>&1
}
update_lists() {
[ -n "$updated" ] || package_manager 120 update
updated=yes
return 0
}
download() {
if ! command -v curl >/dev/null 2>&1 && ! command -v wget >/dev/null 2>&1; then
update_lists
package_manager 120 install 'curl ca-certificates' || return 1
fi
if command -v curl >/dev/null 2>&1; then
timeout -k 5 120 curl -fsSL --retry 3 --proto =https -o "$2" "$1" </dev/null 2>>"$log"
else
timeout -k 5 120 wget -q -O "$2" "$1" </dev/null 2>>"$log"
fi
}
# A repository is used only with the key that signs it.
add_source() {
keys=/etc/apt/keyrings
mkdir -p -m 755 $keys
download "$2" "$work/key" || return 1
if grep -q 'BEGIN PGP' "$work/key"; then
key=$keys/caisson-$1.asc
else
key=$keys/caisson-$1.gpg
fi
cat "$work/key" >"$key" && chmod 644 "$key"
list=/etc/apt/sources.list.d/caisson-$1.list
}
use_source() {
printf 'deb [signed-by=%s] %s\\n' "$key" "$1" >"$list" && chmod 644 "$list" || return 1
package_manager 120 "update -o Dir::Etc::sourcelist=$list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0" && package_manager 240 install "$2" && return 0
rm -f -- "$list"
return 1
}
# The digest is of what arrived; an empty one asks for none.
install_file() {
own_directory "$caches" || return 1
package=$caches/package.deb
download "$1" "$package" && if [ -n "$2" ]; then
printf '%s  %s\\n' "$2" "$package" | sha256sum -c - >>"$log" 2>&1
fi && update_lists && package_manager 240 install "$package"
installed=$?
rm -f -- "$package"
return $installed
}
is_installed() {
command -v "$1" >/dev/null 2>&1 && timeout -k 2 30 "$1" --version </dev/null >/dev/null 2>>"$log"
}
`
