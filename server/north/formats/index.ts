import { invalid } from '../../errors.ts'
import type { PushValue } from '../format.ts'
import { hj212 } from './hj212.ts'
import { json } from './json.ts'
import { xml } from './xml.ts'

/** A format whose document is posted at the interface's interval. */
export interface DocumentFormat {
  kind: 'document'
  type: 'application/json' | 'application/xml'
  write(document: PushValue): string
}

/** A format that is sent over a connection that stays open (server/north/reports). */
export interface ReportFormat {
  kind: 'report'
  type: 'text/plain'
}

export type NorthFormat = DocumentFormat | ReportFormat

/**
 * The formats of northbound interfaces, by the stored number of `protocol`. A new format needs a file here, a row here,
 * and an option in resources/north.ts.
 */
const formats: ReadonlyMap<number, NorthFormat> = new Map<number, NorthFormat>([
  [1, json],
  [2, xml],
  [3, hj212],
])

/**
 * Returns the format of a protocol.
 * @throws {ApiError} 400 where the protocol has no format
 */
export function formatOf(protocol: number): NorthFormat {
  const format = formats.get(protocol)
  if (!format) throw invalid({ protocol: { key: 'error.north.format' } })
  return format
}

/** Returns the protocols of one kind. */
export const protocolsOf = (kind: NorthFormat['kind']): number[] =>
  [...formats].flatMap(([protocol, format]) => (format.kind === kind ? [protocol] : []))

/** Returns the schemes with which an address of this format may begin. */
export const schemesOf = ({ kind }: NorthFormat): readonly string[] =>
  kind === 'document' ? ['http://', 'https://'] : ['tcp://', 'tls://']
