import type { ControlRoute } from './control-route.js'

/** A part of a path as `RouteTable` writes it. */
export function toPattern(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Ids are all shown alike, so that a route is one row of a count. */
export function nameControlRoute({ method, path }: Pick<ControlRoute, 'method' | 'path'>): string {
  return `${method} ${toPattern(path).replaceAll(/\{\w*Id\}/g, '{id}')}`
}
