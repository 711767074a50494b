import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFuseMounter } from '../../src/mounts.js'
import { MountMachine, whyNoMounts } from './support/mount-machine.js'
import { never, profile, request } from './support/requests.js'
import { standIn } from './support/stand-in.js'

const reason = await whyNoMounts(['/usr/bin/bindfs', '/usr/bin/sudo'])

const configs = {
  s3fs: { type: 's3', bucket: 'data', region: 'us-east-1', accessKeyId: 'AKIA', secretAccessKey: 'hidden+secret' },
  gcsfuse: { type: 'gcs', bucket: 'data', serviceAccountKey: '{"type":"service_account"}' },
  blobfuse2: { type: 'azure-blob', container: 'data', accountName: 'account', accountKey: 'c2VjcmV0' },
} as const

const distributions = {
  'Debian 11': 'ID=debian\nVERSION_ID="11"\nVERSION_CODENAME=bullseye',
  'Debian 12': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm',
  'Debian 13': 'ID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie',
  'Ubuntu 20.04': 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="20.04"\nVERSION_CODENAME=focal\nUBUNTU_CODENAME=focal',
  'Ubuntu 22.04': 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="22.04"\nVERSION_CODENAME=jammy\nUBUNTU_CODENAME=jammy',
  'Ubuntu 24.04': 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\nUBUNTU_CODENAME=noble',
  Mint: 'ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_ID="21.3"\nVERSION_CODENAME=virginia\nUBUNTU_CODENAME=jammy',
  'a testing release': 'ID=debian\nPRETTY_NAME="Debian GNU/Linux sid"',
  hostile: 'ID=debian\nVERSION_ID="12$(touch /tmp/owned)"\nVERSION_CODENAME="x; touch /tmp/owned"',
} as const

/** What the stand-in of apt does: it knows some packages per line of repositories, and puts a tool that mounts into the machine. */
const aptGet = `
echo "$*" >> /tmp/apt.log
file=/etc/apt/sources.list.d
while read -r line; do echo "source $line" >> /tmp/apt.log; done 2>/dev/null < $(ls $file/caisson-*.list 2>/dev/null || echo /dev/null)
case "$*" in
*update*) case "$*" in *sourcelist=*) ;; *) exit 0;; esac
  for bad in $(cat /tmp/apt.bad 2>/dev/null); do grep -q "$bad" $file/caisson-*.list && { echo "E: no Release file for $bad" >&2; exit 100; }; done
  exit 0;;
*install*)
  [ ! -e /tmp/apt.fails ] || { echo "E: Unable to locate package" >&2; exit 100; }
  for tool in s3fs gcsfuse blobfuse2; do case "$*" in *" $tool "*|*package.deb)
    case "$tool $*" in gcsfuse*package.deb|s3fs*package.deb) continue;; esac
    { echo '#!/bin/sh'; echo '[ "$1" = --version ] && exit 0'; echo 'case $0 in *s3fs|*blobfuse2) path=$2;; *) for path; do :; done;; esac'; echo 'exec bindfs -f /tmp/source "$path"'; } > /usr/local/sbin/$tool
    chmod 755 /usr/local/sbin/$tool;;
  esac; done
  exit 0;;
esac`

const curl = `
for word; do case $word in -o) next=yes;; *) [ "$next" = yes ] && { target=$word; next=; };; esac; url=$word; done
for word; do case $word in https://*) url=$word;; esac; done
echo "download $url" >> /tmp/apt.log
[ ! -e /tmp/download.fails ] || exit 22
case $url in *.deb) [ ! -e /tmp/deb.fails ] || exit 22; echo package > "$target";; *) echo "-----BEGIN PGP PUBLIC KEY BLOCK-----" > "$target";; esac`

describe.skipIf(reason !== undefined)(
  `[M07] Installing tools${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    let machine: MountMachine
    const installing = { ...profile, mayInstall: true }

    beforeAll(async () => {
      machine = await MountMachine.start()
    }, 30_000)

    afterAll(() => machine.close())

    beforeEach(async () => {
      await machine.output('umount -l /data/in /more/* 2>/dev/null; rm -rf /tmp/apt.* /tmp/*.fails /run/caisson-mounts')
      await machine.output('rm -f /usr/bin/s3fs /etc/apt/sources.list.d/* /etc/apt/keyrings/* /usr/local/sbin/*')
      await standIn(machine, 'apt-get', aptGet)
      await standIn(machine, 'curl', curl)
      await release(distributions['Debian 12'])
      machine.sent.length = 0
      machine.logged.length = 0
    })

    const mount = async (tool: keyof typeof configs, own = installing) =>
      (await createFuseMounter(own).mount(machine.mountHost(), [request('/data/in', configs[tool])], never))[0]
    const release = (text: string) =>
      machine.output('rm -f /etc/os-release; cat > /etc/os-release', { stdin: `${text}\n` })
    const sources = async () =>
      [...new Set((await machine.output('grep -h "^source " /tmp/apt.log || :')).split('\n'))].map((line) =>
        line.replace(/^source deb \[signed-by=\S+\] /, ''),
      )

    it.each(Object.entries(distributions))('installs s3fs on %s from the distribution', async (_, text) => {
      await release(text)
      expect(await mount('s3fs')).toEqual({ success: true, mountPath: '/data/in' })
      expect(await machine.output('grep -c "install .*s3fs" /tmp/apt.log')).toBe('1')
      expect(machine.sent).toHaveLength(2)
      expect(machine.logged).toHaveLength(2)
      expect(await machine.run('ls /tmp/owned')).toMatchObject({ exitCode: 2 })
    })

    it.each([
      ['Debian 12', 'https://packages.cloud.google.com/apt gcsfuse-bookworm main'],
      ['Ubuntu 22.04', 'https://packages.cloud.google.com/apt gcsfuse-jammy main'],
      ['Mint', 'https://packages.cloud.google.com/apt gcsfuse-jammy main'],
      ['a testing release', 'https://packages.cloud.google.com/apt gcsfuse-bookworm main'],
      ['hostile', 'https://packages.cloud.google.com/apt gcsfuse-bookworm main'],
    ] as const)('installs gcsfuse on %s from the signed repository', async (name, line) => {
      await release(distributions[name])
      expect(await mount('gcsfuse')).toEqual({ success: true, mountPath: '/data/in' })
      expect(await sources()).toEqual([line])
      expect(await machine.output('stat -c %a /etc/apt/keyrings/caisson-gcsfuse.asc')).toBe('644')
      expect(await machine.output('cat /etc/apt/sources.list.d/caisson-gcsfuse.list')).toContain(
        'signed-by=/etc/apt/keyrings/',
      )
      expect(await machine.run('ls /tmp/owned')).toMatchObject({ exitCode: 2 })
    })

    it.each([
      ['Debian 11', 'https://packages.microsoft.com/debian/11/prod bullseye main'],
      ['Debian 13', 'https://packages.microsoft.com/debian/13/prod trixie main'],
      ['Ubuntu 20.04', 'https://packages.microsoft.com/ubuntu/20.04/prod focal main'],
      ['Ubuntu 24.04', 'https://packages.microsoft.com/ubuntu/24.04/prod noble main'],
      ['Mint', 'https://packages.microsoft.com/ubuntu/24.04/prod noble main'],
    ] as const)('installs blobfuse2 on %s from the signed repository', async (name, line) => {
      await release(distributions[name])
      expect(await mount('blobfuse2')).toEqual({ success: true, mountPath: '/data/in' })
      expect(await sources()).toEqual([line])
    })

    it('falls back to the repository of an older release, and leaves none that failed', async () => {
      await release(distributions['Debian 13'])
      await machine.output('echo trixie > /tmp/apt.bad')
      expect(await mount('blobfuse2')).toMatchObject({ success: true })
      expect(await machine.output('cat /etc/apt/sources.list.d/*')).toMatch(
        /^deb \S+ \S+debian\/12\/prod bookworm main$/,
      )
    })

    it('E1 falls back to the single package where no repository fits', async () => {
      await release(distributions['Ubuntu 22.04'])
      await machine.output('echo packages.microsoft.com > /tmp/apt.bad')
      expect(await mount('blobfuse2')).toMatchObject({ success: true })
      expect(await machine.output('grep "download.*deb" /tmp/apt.log')).toContain('x86_64.deb')
      expect(
        await machine.output('ls -A /etc/apt/sources.list.d; ls -A /var/cache/caisson-mounts | grep deb || :'),
      ).toBe('')
    })

    it.each([
      ['apt fails', 's3fs', 'touch /tmp/apt.fails', 'Unable to locate package'],
      ['the key cannot be had', 'gcsfuse', 'touch /tmp/download.fails', 'could not be installed'],
      ['everything fails', 'blobfuse2', 'touch /tmp/deb.fails; echo packages > /tmp/apt.bad', 'could not be installed'],
    ] as const)('says what happened when %s', async (_, tool, prepare, cause) => {
      await release(distributions['Debian 12'])
      await machine.output(prepare)
      const result = await mount(tool)
      expect(result).toMatchObject({ success: false, unavailable: true })
      expect(result?.error).toContain(cause)
      expect(result?.error).toContain(profile.installHint)
      expect(machine.sent).toHaveLength(2)
    })

    it.each([
      ['Alpine', 'ID=alpine\nVERSION_ID=3.20.0'],
      ['an unknown one', 'ID=plan9'],
    ])('says that no package is known for %s', async (_, text) => {
      await release(text)
      expect((await mount('gcsfuse'))?.error).toContain('no package for this distribution is known')
      await machine.output('rm -f /usr/local/sbin/apt-get /usr/bin/apt-get')
      expect(await mount('gcsfuse')).toMatchObject({ unavailable: true })
    })

    it('is not tried without leave, or twice', async () => {
      expect(await mount('s3fs', profile)).toMatchObject({ success: false, unavailable: true })
      expect((await mount('s3fs', profile))?.error).toContain('use a template that has it')
      expect(await machine.run('cat /tmp/apt.log')).toMatchObject({ exitCode: 1 })
      await mount('s3fs')
      const requests = Object.entries(configs).map(([tool, config]) => request(`/more/${tool}`, config))
      const results = await createFuseMounter(installing).mount(machine.mountHost(), requests, never)
      expect(results.map(({ success }) => success)).toEqual([true, true, true])
      expect(machine.sent).toHaveLength(6)
      expect(await machine.output('grep -c "install.* s3fs " /tmp/apt.log')).toBe('1')
    })
  },
)
