/** A property name as it is written in a type: quoted unless it is a plain identifier. */
export function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)
}
