import {
  faultOf,
  isDirection,
  shownNumber,
  windIn,
  type ReadingLimits,
  type WindNodes,
} from '../../resources/kit/reading.ts'
import { pollutantOf, schemeOptions, siteOptions, type Pollutant } from '../../resources/pollutants.ts'
import { readingLimitsOf } from '../../resources/quantities.ts'
import type { AirScheme } from '../../standards/index.ts'
import type { Body, NoiseZone } from '../../standards/types.ts'
import { factorOf, type Celsius } from '../../standards/units.ts'
import type { Registry } from '../platform.ts'
import type { Storage } from '../storage/types.ts'

/** A node map that measures a pollutant. */
export interface MeasuringNode {
  nodemap: number
  /** Unit of the stored values. */
  unit: string
  /** Display script of the node; '' without one. */
  script: string
  pollutant: Pollutant
}

/** A node map by which stations are judged, with the conversion of stored values to the unit of the standard. */
export interface Measure extends MeasuringNode {
  /**
   * @param celsius reference temperature for gas volumes in the law that applies on the value's day
   * (standards/air/states.ts)
   */
  convertAt(celsius: Celsius): Converter
}

/** Converts a stored value; null where it cannot be converted. */
export type Converter = (value: number) => number | null

/** The row of a standard by which a device is judged. */
export interface Site {
  zone?: NoiseZone
  body?: Body
  traffic?: true
}

/** What is known about the stations: read once, and again after a record that it depends on changes. */
export interface Measures {
  /** By product model. A model that measures nothing judged by law has no entry. */
  models: ReadonlyMap<number, readonly Measure[]>
  /**
   * By product model: the other nodes that measure a pollutant, either a second node for the same pollutant or one
   * whose unit cannot be converted to that of the standard.
   */
  further: ReadonlyMap<number, readonly MeasuringNode[]>
  /** By product model; a model that does not measure the wind has no entry. */
  winds: ReadonlyMap<number, WindNodes>
  /** By product model: node maps that measure directions. Their values are circular. */
  directions: ReadonlyMap<number, readonly number[]>
  /** By device. A device without a chosen site has no entry. */
  sites: ReadonlyMap<number, Site>
  /** By project. */
  schemes: ReadonlyMap<number, AirScheme>
}

const TABLES: ReadonlySet<string> = new Set(['node', 'nodemap', 'devicetype', 'device', 'project'])

/** Caches the measures and returns a function that reads them. */
export function keepMeasures(storage: Storage, registry: Registry): () => Promise<Measures> {
  let cached: Promise<Measures> | null = null
  registry.onChanged(async (table) => {
    if (TABLES.has(table)) cached = null
  })
  return () => {
    if (cached) return cached
    const loading = loadMeasures(storage)
    cached = loading
    loading.catch(() => {
      if (cached === loading) cached = null
    })
    return loading
  }
}

async function loadMeasures({ read }: Storage): Promise<Measures> {
  const [nodes, devices, projects] = await Promise.all([
    read
      .selectFrom('nodemap')
      .innerJoin('node', 'node.id', 'nodemap.node_id')
      .select(['nodemap.id', 'nodemap.devicetype_id', 'nodemap.key_msg'])
      .select(['node.pollutant', 'node.unitname', 'node.node_script', 'node.is_direction'])
      .select(['node.min_value', 'node.max_value', 'node.range_factor', 'node.no_value'])
      .orderBy('nodemap.nodeaddr')
      .orderBy('nodemap.id')
      .execute(),
    read.selectFrom('device').select(['id', 'site']).where('site', 'is not', null).execute(),
    read.selectFrom('project').select(['id', 'air_scheme']).where('air_scheme', 'is not', null).execute(),
  ])
  const judged = judgedNodes(nodes)
  const models = new Map<number, Measure[]>()
  const further = new Map<number, MeasuringNode[]>()
  for (const row of nodes) {
    const { id, devicetype_id, key_msg, pollutant: chosen, unitname, node_script } = row
    const pollutant = pollutantOf(chosen, key_msg)
    if (!pollutant || devicetype_id === null) continue
    const node = { nodemap: id, unit: unitname?.trim() ?? '', script: node_script?.trim() ?? '', pollutant }
    const convertAt = converterOf(pollutant, row, readingLimitsOf(row))
    if (convertAt && judged.has(id))
      models.set(devicetype_id, [...(models.get(devicetype_id) ?? []), { ...node, convertAt }])
    else further.set(devicetype_id, [...(further.get(devicetype_id) ?? []), node])
  }
  return {
    models,
    further,
    winds: windsOf(nodes),
    directions: directionsOf(nodes),
    sites: new Map(devices.map(({ id, site }) => [id, siteOf(site)])),
    schemes: new Map(projects.map(({ id, air_scheme }) => [id, schemeOf(air_scheme)])),
  }
}

/**
 * Returns the node maps by which stations are judged and compared with each other: of each pollutant of a product model
 * the first whose unit can be converted to that of the standard.
 *
 * @param rows the node maps in display order
 */
export function judgedNodes(rows: readonly Omit<WindColumns, 'is_direction'>[]): ReadonlySet<number> {
  const first = new Map<string, number>()
  for (const { id, devicetype_id, pollutant: chosen, key_msg, unitname } of rows) {
    const pollutant = pollutantOf(chosen, key_msg)
    if (!pollutant || devicetype_id === null || !isConvertible(pollutant, unitname)) continue
    const key = `${devicetype_id} ${pollutant.key}`
    if (!first.has(key)) first.set(key, id)
  }
  return new Set(first.values())
}

function directionsOf(rows: readonly WindColumns[]): Map<number, number[]> {
  const models = new Map<number, number[]>()
  for (const row of rows) {
    if (row.devicetype_id === null || !isDirection(row)) continue
    models.set(row.devicetype_id, [...(models.get(row.devicetype_id) ?? []), row.id])
  }
  return models
}

interface WindColumns {
  id: number
  devicetype_id: number | null
  pollutant: number | null
  unitname: string | null
  key_msg: string | null
  is_direction: number | null
}

function windsOf(rows: readonly WindColumns[]): Map<number, WindNodes> {
  const models = new Map<number, WindColumns[]>()
  for (const row of rows) {
    if (row.devicetype_id === null) continue
    const own = models.get(row.devicetype_id)
    if (own) own.push(row)
    else models.set(row.devicetype_id, [row])
  }
  const winds = new Map<number, WindNodes>()
  for (const [model, own] of models) {
    const isWater = (row: WindColumns) => pollutantOf(row.pollutant, row.key_msg)?.medium === 'water'
    const wind = windIn(own.map((row) => ({ ...row, isWater: isWater(row) })))
    if (wind) winds.set(model, wind)
  }
  return winds
}

/** Returns the site that a device's `site` value stands for. */
export const siteOf = (value: number | null): Site => {
  const site: { zone?: NoiseZone; body?: Body; traffic?: true } =
    siteOptions.find((option) => option.value === value) ?? {}
  const { zone, body, traffic } = site
  return { ...(zone && { zone }), ...(body && { body }), ...(traffic && { traffic }) }
}

/** Returns the scheme that a project's `air_scheme` value stands for; HJ by default. */
export const schemeOf = (value: number | null): AirScheme =>
  schemeOptions.find((option) => option.value === value)?.scheme ?? 'HJ'

/**
 * Returns the conversion of a stored value by the display script to the node's unit and on to that of the standard;
 * undefined where the units do not allow it. The converter returns null for what is no value. A value below 0 becomes
 * 0, since it only means that the instrument's zero has drifted a little.
 */
export function converterOf(
  pollutant: Pollutant,
  { unitname, node_script }: { unitname: string | null; node_script: string | null },
  limits: ReadingLimits,
): Measure['convertAt'] | undefined {
  if (!isConvertible(pollutant, unitname)) return undefined
  const made = new Map<Celsius, Converter>()
  return (celsius) => {
    const known = made.get(celsius)
    if (known) return known
    const factor = factorFor(pollutant, unitname, celsius)
    const convert: Converter = (value) => {
      if (factor === null || faultOf(limits, value) !== null) return null
      const shown = shownNumber(node_script, value)
      return shown === null ? null : Math.max(0, shown) * factor
    }
    made.set(celsius, convert)
    return convert
  }
}

/** Returns whether the unit of a pollutant's node can be converted to that of the standard. */
export const isConvertible = (pollutant: Pollutant, unitname: string | null): boolean =>
  // Whether the units can be converted does not depend on the temperature.
  factorFor(pollutant, unitname, 25) !== null

function factorFor(pollutant: Pollutant, unitname: string | null, celsius: Celsius): number | null {
  const from = unitname?.trim() ?? ''
  const hasUnit = from !== '' && pollutant.medium !== 'noise' && pollutant.unit !== '' && pollutant.unit !== '/L'
  return hasUnit ? factorOf({ from, to: pollutant.unit, pollutant: pollutant.key, celsius }) : 1
}
