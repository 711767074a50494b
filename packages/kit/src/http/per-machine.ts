/** Something that is made once for each machine, and lives as long as the host's object for the machine. */
export class PerMachine<Machine extends object, Value> {
  readonly #make: (machine: Machine) => Value
  readonly #made = new WeakMap<Machine, { readonly value: Value }>()

  constructor(make: (machine: Machine) => Value) {
    this.#make = make
  }

  of(machine: Machine): Value {
    const made = this.#made.get(machine) ?? { value: this.#make(machine) }
    this.#made.set(machine, made)
    return made.value
  }
}
