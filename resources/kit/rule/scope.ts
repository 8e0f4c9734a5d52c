import { isRecord } from '../record.ts'
import type { Problem } from '../rules.ts'

/**
 * Which devices a rule watches in addition to those chosen by hand: the devices of a model, or those that measure a
 * pollutant, in an area and below, including devices added later, with exceptions.
 */
export interface Scope {
  /** Product model; null: any model that measures the pollutant. */
  model: number | null
  /**
   * Pollutant that the devices measure (resources/pollutants.ts), each by a node of its own model; null: all devices of
   * the model.
   */
  pollutant: number | null
  /** Area with all areas below it; null: the whole project. */
  area: number | null
  except: readonly number[]
}

/** The properties of a device that a scope compares. */
export interface ScopedDevice {
  id: number
  project_id: number
  district_id: number
  devicetype_id: number
}

/** The form of a node's values: the unit they are stored in, and the display script. */
export interface ValueForm {
  unit: string | null
  script: string | null
}

/** Whether a limit means the same at two nodes, for stored and for displayed values. */
export const isWrittenLike = (a: ValueForm, b: ValueForm): boolean =>
  plain(a.unit) === plain(b.unit) && plain(a.script) === plain(b.script)

const plain = (text: string | null): string => (text ?? '').trim()

/**
 * Reads `scope`: {"model": 3, "area": 12, "except": [7]} or {"pollutant": 1, …}; null: the devices are chosen by hand.
 */
export function readScope(value: unknown): Scope | null {
  let found: unknown = value
  if (typeof value === 'string')
    try {
      found = value.trim() === '' ? null : JSON.parse(value)
    } catch {
      return null
    }
  if (!isRecord(found)) return null
  const { model, pollutant, area, except } = found
  const scope = {
    model: idOf(model),
    pollutant: idOf(pollutant),
    area: idOf(area),
    except: Array.isArray(except) ? except.flatMap((id) => idOf(id) ?? []) : [],
  }
  return scope.model === null && scope.pollutant === null ? null : scope
}

/** Checks the JSON text of a scope. */
export function scopeProblem(text: string): Problem | null {
  const scope = readScope(text)
  return scope && scope.except.length <= 1000 ? null : { key: 'error.rule.ruleScope' }
}

/**
 * Returns the devices in a scope, in the given order.
 *
 * @param below the scope's area and all areas below it; null if the scope has no area
 * @param measures whether a device measures the scope's pollutant; only called if the scope names one
 */
export const devicesIn = <T extends ScopedDevice>(
  { model, pollutant, except }: Scope,
  project: number,
  devices: Iterable<T>,
  below: ReadonlySet<number> | null,
  measures: (device: T) => boolean = () => false,
): T[] => {
  const left = new Set(except)
  return [...devices].filter(
    (device) =>
      device.project_id === project &&
      (model === null || device.devicetype_id === model) &&
      (below === null || below.has(device.district_id)) &&
      !left.has(device.id) &&
      (pollutant === null || measures(device)),
  )
}

const idOf = (value: unknown): number | null =>
  Number.isInteger(value) && (value as number) > 0 ? (value as number) : null
