import { Template } from 'e2b'
import { defaultNodeVersion } from '@caisson/kit/templates'
import type { Emulated } from '../../support/emulated.js'

/** Prints its words, and does nothing. */
const silentInstaller = String.raw`printf '#!/bin/sh\necho "apt-get $*"\n' >/usr/local/bin/apt-get`
const nodeThatIsThere = String.raw`printf '#!/bin/sh\necho v%s\n' ${defaultNodeVersion} >/usr/local/bin/node`

/**
 * Gives the emulator a `base` on which the default mountable template takes no time: its packages and its Node seem to be
 * there. What such a template really brings is tested where tests may take long.
 */
export async function buildQuickBase({ connection }: Pick<Emulated, 'connection'>): Promise<void> {
  const base = Template()
    .fromTemplate('base')
    .runCmd([silentInstaller, nodeThatIsThere, 'chmod 755 /usr/local/bin/apt-get /usr/local/bin/node'], {
      user: 'root',
    })
  await Template.build(base, 'base', { ...connection })
}
