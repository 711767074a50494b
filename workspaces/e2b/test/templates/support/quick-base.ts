import { Template } from 'e2b'
import { defaultNodeVersion } from '@caisson/kit/templates'
import type { Emulated } from '../../support/emulated.js'

/** What installers were asked for, in the machine. */
export const installerLog = '/var/log/installers.log'

/** They only write down what they are asked for. */
const installers = ['apt-get', 'pip', 'npm'].map(
  (name) => String.raw`printf '#!/bin/sh\necho "%s $*" >>%s\n' ${name} ${installerLog} >/usr/local/bin/${name}`,
)
const nodeThatIsThere = String.raw`printf '#!/bin/sh\necho v%s\n' ${defaultNodeVersion} >/usr/local/bin/node`

/**
 * Gives the emulator a `base` on which the default mountable template takes no time: its packages and its Node seem to be
 * there. What such a template really brings is tested where tests may take long.
 */
export async function buildQuickBase({ connection }: Pick<Emulated, 'connection'>): Promise<void> {
  const base = Template()
    .fromTemplate('base')
    .runCmd([...installers, nodeThatIsThere, 'cd /usr/local/bin', 'chmod 755 apt-get pip npm node'], { user: 'root' })
    .runCmd(`touch ${installerLog} && chmod 666 ${installerLog}`, { user: 'root' })
  await Template.build(base, 'base', { ...connection })
}
