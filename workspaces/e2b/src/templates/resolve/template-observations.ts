/** What is known of the template of a machine; shown by `getInfo()`. */
export interface TemplateObservations {
  /** The name that the machine was made from. */
  readonly templateName?: string
  /** What was asked for and could not be had, and why. */
  readonly templateFallback?: string
}
