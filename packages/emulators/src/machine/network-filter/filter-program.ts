import { Assembler } from './assembler.js'
import { findReceivers } from './find-receivers.js'
import { helpers } from './helpers.js'

/**
 * What the kernel asks about each packet that a process of a control group sends: nothing leaves the computer, and on the loopback interface,
 * which machines share, a connection can only be begun to a socket of the same group.
 */
export function makeFilterProgram(): Buffer {
  const code = new Assembler()
  code.copy(6, 1)
  code.call(helpers.groupOfPacket)
  code.copy(7, 0)
  findReceivers(code, (_code, family) => family.requireLoopback(code))
  code.copy(8, 0)
  code.copy(1, 8)
  code.call(helpers.groupOfSocket)
  code.copy(9, 0)
  code.copy(1, 8)
  code.call(helpers.release)
  code.jumpUnlessSame(9, 7, 'drop last')
  code.set(0, 1)
  code.exit()
  code.label('drop last')
  code.set(0, 0)
  code.exit()
  return code.assemble()
}
