import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { output, runIn } from './support/call-daemon.js'
import { because, openTestHost, machineOptions, startMachine, temporaryDirectory, whyNot } from './support/test-host.js'

const reason = await whyNot('namespaces')

describe.skipIf(reason !== undefined)(`A private machine${because(reason)}`, () => {
  it('has processes of its own below a reaping init', async () => {
    const machine = await startMachine()
    expect(await output(machine, 'cat /proc/1/comm')).toBe('caisson-init')
    const pids = await output(machine, 'ls /proc | grep -c "^[0-9]"')
    expect(Number(pids)).toBeLessThan(8)
    await output(
      machine,
      '(true & sleep 0.05 & exec sleep 0.01) & wait; (setsid sh -c "sleep 0.05 & sleep 0.05 &") & wait',
    )
    await output(machine, 'sleep 0.3')
    expect(await output(machine, 'cat /proc/[0-9]*/stat | grep -c ") Z " || true')).toBe('0')
  })

  it('is named, and names its user', async () => {
    const machine = await startMachine({ id: 'box-7', user: { name: 'daytona', uid: 1234, gid: 1235 } })
    expect(await output(machine, 'hostname; cat /etc/hostname')).toBe('box-7\nbox-7')
    expect(await output(machine, 'id; cd; pwd; echo mine > file; stat -c %U:%G file', { asUser: true })).toContain(
      'uid=1234(daytona) gid=1235(daytona)',
    )
    expect(await output(machine, 'getent hosts box-7')).toContain('127.0.0.1')
    expect(await output(machine, 'su daytona -c "cd && echo \\$HOME && touch x && stat -c %U:%G:%a . x"')).toBe(
      '/home/daytona\ndaytona:daytona:755\ndaytona:daytona:644',
    )
    expect(await output(machine, 'grep -c ":[1-9][0-9][0-9][0-9]:" /etc/passwd')).toBe('1')
  })

  it('sees the programs of the host, and writes that the host does not see', async () => {
    const machine = await startMachine()
    const name = `caisson-written-${process.pid}`
    const places = ['/etc', '/usr/bin', '/var/lib', '/opt', '/tmp', '/root', '/home', '/run', '/dev/shm', '/srv', '/']
    await output(machine, places.map((place) => `echo x > ${path.join(place, name)}`).join(' && '))
    for (const place of places) expect(existsSync(path.join(place, name))).toBe(false)
    await output(machine, 'rm /etc/os-release /usr/lib/os-release; ! cat /etc/os-release')
    expect(existsSync('/usr/lib/os-release')).toBe(true)
  })

  it('does not see what is private on the host', async () => {
    const project = process.cwd()
    const machine = await startMachine()
    expect(existsSync(path.join(project, 'package.json'))).toBe(true)
    // It may be there as an empty directory, below a place that programs run from.
    expect(await output(machine, `ls -A ${project} 2>/dev/null || true`)).toBe('')
    expect(await output(machine, 'ls /tmp /mnt /media /srv | grep -v :')).toBe('')
    expect(await output(machine, 'ls -A /root')).not.toContain('.npm')
    expect(await output(machine, 'ls -A /home')).toBe('user')
    const hidden = await output(machine, 'ls /')
    const expected = new Set(
      'bin boot dev etc home lib lib32 lib64 libx32 media mnt opt proc root run sbin srv sys tmp usr var'.split(' '),
    )
    expect(hidden.split('\n').filter((name) => !expected.has(name))).toEqual([])
    expect(await output(machine, 'cat /etc/shadow')).not.toMatch(/\$/)
  })

  it('gets no variable of the host', async () => {
    process.env['CAISSON_TEST_SECRET'] = 'planted'
    const machine = await startMachine({ env: { GIVEN: 'yes', LEFT_OUT: undefined } })
    delete process.env['CAISSON_TEST_SECRET']
    const variables = await output(machine, 'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | sort -u')
    expect(variables).not.toContain('planted')
    expect(variables).not.toContain('LEFT_OUT')
    expect(variables).toContain('GIVEN=yes')
    expect(variables).toContain('CAISSON_MACHINE_USER=user')
  })

  it('has devices of its own', async () => {
    const machine = await startMachine()
    expect(await output(machine, 'stat -c %t:%T:%a /dev/fuse')).toBe('a:e5:666')
    expect(await output(machine, 'echo a > /dev/null; head -c4 /dev/zero | wc -c; head -c4 /dev/urandom | wc -c')).toBe(
      '4\n4',
    )
    expect(await output(machine, 'ls /dev')).toBe(
      'fd\nfull\nfuse\nmqueue\nnull\nptmx\npts\nrandom\nshm\nstderr\nstdin\nstdout\ntty\nurandom\nzero',
    )
    expect(await output(machine, 'chmod 600 /dev/null && stat -c %a /dev/null')).toBe('600')
    expect(await output(machine, 'script -qec tty /dev/null < /dev/null | tr -d "\\r"')).toMatch(/^\/dev\/pts\/0$/)
    expect((await runIn(machine, 'echo 1 > /sys/kernel/mm/ksm/run')).exitCode).not.toBe(0)
  })

  it('cannot change settings of the host by accident', async () => {
    const machine = await startMachine()
    const before = await readFile('/proc/sys/vm/overcommit_memory', 'utf8')
    expect((await runIn(machine, `echo ${before.trim()} > /proc/sys/vm/overcommit_memory`)).stderr).toContain(
      'Read-only',
    )
    expect((await runIn(machine, 'date -s "$(date)"')).exitCode).not.toBe(0)
    expect((await runIn(machine, ': > /proc/sysrq-trigger')).exitCode).not.toBe(0)
  })

  it('leaves no mount on the host', async () => {
    const root = await temporaryDirectory()
    const machine = await startMachine({}, { root })
    await output(machine, 'mkdir /mnt/t && mount -t tmpfs t /mnt/t && touch /mnt/t/x')
    expect(await readFile('/proc/self/mountinfo', 'utf8')).not.toContain(root)
  })

  it('sees shared files and directories', async () => {
    const directory = await temporaryDirectory()
    await mkdir(path.join(directory, 'volume'))
    await writeFile(path.join(directory, 'file'), 'one\n')
    const shared = [
      { source: path.join(directory, 'volume'), target: '/data/deep/volume' },
      { source: path.join(directory, 'file'), target: '/opt/file', readOnly: true },
    ]
    const machine = await startMachine({ shared })
    expect(await output(machine, 'echo two > /data/deep/volume/x && cat /opt/file')).toBe('one')
    expect(await readFile(path.join(directory, 'volume/x'), 'utf8')).toBe('two\n')
    expect((await runIn(machine, 'echo no > /opt/file')).exitCode).not.toBe(0)
  })

  it('has the network of the host, or only a loopback of its own', async () => {
    const host = await openTestHost()
    const open = await host.create(machineOptions({ id: 'open' }))
    const closed = await host.create(machineOptions({ id: 'closed', network: 'private' }))
    const interfaces = 'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "'
    const own = (await readFile('/proc/net/dev', 'utf8'))
      .split('\n')
      .slice(2)
      .flatMap((line) => line.split(':')[0]?.trim() || [])
    expect((await output(open, interfaces)).split('\n')).toEqual(own)
    const seen = (await output(closed, interfaces)).split('\n')
    expect(seen).toContain('lo')
    expect(seen).not.toContain('eth0')
    expect(
      await output(
        closed,
        'ping -c1 -W1 127.0.0.1 >/dev/null 2>&1 || (exec 3<>/dev/udp/127.0.0.1/9) 2>/dev/null; cat /sys/class/net/lo/operstate',
      ),
    ).toBeTruthy()
  })

  it('keeps machines apart from one another', async () => {
    const host = await openTestHost()
    const [a, b] = await Promise.all(['a', 'b'].map((id) => host.create(machineOptions({ id }))))
    if (!a || !b) throw new Error('two machines were asked for')
    await output(a, 'echo secret > /etc/only-a')
    await runIn(a, 'sleep 60', { detached: true })
    expect((await runIn(b, 'cat /etc/only-a')).exitCode).not.toBe(0)
    expect(await output(b, 'cat /proc/[0-9]*/cmdline | tr "\\0" " "')).not.toContain('sleep 60')
  })

  it.skipIf(!existsSync('/usr/bin/sudo'))(
    'lets its user become root [skipped where the host has no sudo]',
    async () => {
      const machine = await startMachine()
      expect(
        await output(machine, 'sudo id -u && sudo -n sh -c "echo x > /etc/by-sudo" && cat /etc/by-sudo', {
          asUser: true,
        }),
      ).toBe('0\nx')
      expect(await output(machine, 'sudo -u user id -un')).toBe('user')
    },
  )
})
