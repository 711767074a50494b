import type { MountMachine } from './mount-machine.js'

/** Puts a program of the test in a machine, before all others of its name. */
export async function standIn(machine: MountMachine, name: string, script: string): Promise<void> {
  const content = `#!/bin/sh\n${script}\n`
  await machine.output(
    `mkdir -p /tmp/source && cat > /usr/local/sbin/${name}.new && chmod 755 /usr/local/sbin/${name}.new && mv /usr/local/sbin/${name}.new /usr/local/sbin/${name}`,
    { stdin: content },
  )
}
