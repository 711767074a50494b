/** A register of the kernel's virtual processor. 10 is the top of the stack; a call takes 1 to 5, answers in 0 and spoils 1 to 5. */
type Register = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

interface Instruction {
  readonly code: number
  readonly target: Register
  readonly source: Register
  readonly value: number
  /** Where a jump goes; otherwise `offset` counts. */
  readonly label?: string | undefined
  readonly offset: number
}

const codes = {
  add: 0x07,
  and: 0x57,
  call: 0x85,
  copy: 0xbf,
  exit: 0x95,
  jump: 0x05,
  jumpIfEqual: 0x15,
  jumpIfSame: 0x1d,
  jumpUnlessEqual: 0x55,
  jumpUnlessSame: 0x5d,
  set: 0xb7,
  setLong: 0x18,
  toNetworkOrder: 0xdc,
} as const

const loadCodes = { 1: 0x71, 4: 0x61, 8: 0x79 } as const
const storeCodes = { 4: 0x63, 8: 0x7b } as const
const instructionBytes = 8

/** Writes programs for the kernel's virtual processor, those few instructions of it that are needed. */
export class Assembler {
  readonly #instructions: Instruction[] = []
  readonly #labels = new Map<string, number>()

  label(name: string): void {
    this.#labels.set(name, this.#instructions.length)
  }

  set(target: Register, value: number): void {
    this.#add({ code: codes.set, target, value })
  }

  /** A value of 64 bits, which takes two instructions. */
  setLong(target: Register, value: bigint): void {
    this.#add({ code: codes.setLong, target, value: Number(BigInt.asIntN(32, value)) })
    this.#add({ code: 0, value: Number(BigInt.asIntN(32, value >> 32n)) })
  }

  /** Turns four bytes round, on processors that are little-endian. */
  toNetworkOrder(target: Register): void {
    this.#add({ code: codes.toNetworkOrder, target, value: 32 })
  }

  copy(target: Register, source: Register): void {
    this.#add({ code: codes.copy, target, source })
  }

  add(target: Register, value: number): void {
    this.#add({ code: codes.add, target, value })
  }

  and(target: Register, value: number): void {
    this.#add({ code: codes.and, target, value })
  }

  /** Bytes from where a register points to. */
  load(bytes: keyof typeof loadCodes, target: Register, source: Register, offset: number): void {
    this.#add({ code: loadCodes[bytes], target, source, offset })
  }

  /** Bytes to the stack. */
  store(bytes: keyof typeof storeCodes, offset: number, source: Register): void {
    this.#add({ code: storeCodes[bytes], target: 10, source, offset })
  }

  /** Calls one of the kernel's helpers. */
  call(helper: number): void {
    this.#add({ code: codes.call, value: helper })
  }

  jump(label: string): void {
    this.#add({ code: codes.jump, label })
  }

  jumpIfEqual(target: Register, value: number, label: string): void {
    this.#add({ code: codes.jumpIfEqual, target, value, label })
  }

  jumpIfSame(target: Register, source: Register, label: string): void {
    this.#add({ code: codes.jumpIfSame, target, source, label })
  }

  jumpUnlessEqual(target: Register, value: number, label: string): void {
    this.#add({ code: codes.jumpUnlessEqual, target, value, label })
  }

  jumpUnlessSame(target: Register, source: Register, label: string): void {
    this.#add({ code: codes.jumpUnlessSame, target, source, label })
  }

  exit(): void {
    this.#add({ code: codes.exit })
  }

  /** The program as the kernel takes it, for little-endian processors. */
  assemble(): Buffer {
    const program = Buffer.alloc(this.#instructions.length * instructionBytes)
    for (const [index, { code, target, source, value, label, offset }] of this.#instructions.entries()) {
      const at = index * instructionBytes
      program[at] = code
      program[at + 1] = source * 16 + target
      program.writeInt16LE(label === undefined ? offset : (this.#labels.get(label) ?? 0) - index - 1, at + 2)
      program.writeInt32LE(value, at + 4)
    }
    return program
  }

  #add(instruction: Pick<Instruction, 'code'> & Partial<Instruction>): void {
    this.#instructions.push({ target: 0, source: 0, value: 0, offset: 0, ...instruction })
  }
}
