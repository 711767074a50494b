/** A module that is loaded on first use: an SDK is heavy, and most programs that import a provider start no sandbox at once. */
export class ModuleLoader<Module> {
  readonly #load: () => Promise<Module>
  #loaded: Module | undefined

  constructor(load: () => Promise<Module>) {
    this.#load = load
  }

  async load(): Promise<Module> {
    const module = this.#loaded ?? (await this.#load())
    this.#loaded = module
    return module
  }

  /** The module when it was loaded before; without it no error can be one of its own. */
  get loaded(): Module | undefined {
    return this.#loaded
  }
}
