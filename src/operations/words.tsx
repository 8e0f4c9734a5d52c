import { useTranslate } from 'react-admin'
import type { Operation } from '../../dataProvider/calls/operations.ts'
import { allResources } from '../../resources/index.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { isWrapped, unwrap } from '../../resources/kit/wrapped.ts'
import { Badge, type BadgeTone } from '../kit/index.ts'

/** The kind of operation: the console's name for it or, if there is none, the platform's. */
export function TypeBadge({ type }: { type: string }) {
  const translate = useTranslate()
  return (
    <Badge tone={tones[type] ?? 'neutral'}>{KNOWN.includes(type) ? translate(`operations.types.${type}`) : type}</Badge>
  )
}

/** Returns the user of an operation: the name if the platform sends it, else the number. */
export const whoOf = ({ userName, user }: Pick<Operation, 'userName' | 'user'>): string =>
  userName || (user === null ? '—' : `#${user}`)

const tones: Record<string, BadgeTone> = { create: 'online', delete: 'alarm', command: 'info', unconfirmed: 'stale' }
const KNOWN = [
  'create',
  'edit',
  'delete',
  'login',
  'password',
  'credential',
  'revoke',
  'command',
  'confirmed',
  'unconfirmed',
  'release',
  'telemetry',
  'import',
]

type PickLabel = (label: Label) => string

/**
 * Returns the definition of a table in the log, however a platform spells it; undefined for tables the console does not
 * know.
 */
export const resourceOfTable = (table: string): Resource | undefined => {
  const plain = plainName(table)
  return plain === ''
    ? undefined
    : allResources.find((resource) =>
        [resource.table, resource.api].some((name) =>
          [plain, plain.replace(/^godb/, '')].includes(plainName(name).replace(/^godb/, '')),
        ),
      )
}

/**
 * Returns the kind of record of an entry: the platform's name, else the console's name for its table, else the table.
 */
export function recordKindOf({ kind, table }: { kind: string; table: string }, pick: PickLabel): string {
  if (kind !== '') return kind
  const resource = resourceOfTable(table)
  return resource ? pick(resource.noun) : table
}

/**
 * Returns a logged value in readable form: JSON, in which older platforms log optional text and whole records, is
 * unpacked. null if the value represents "none".
 */
export function describeValue(value: string | null, resource: Resource | undefined, pick: PickLabel): string | null {
  if (value === null || !/^\s*[[{]/.test(value)) return value
  try {
    return wordsOf(JSON.parse(value), resource, pick)
  } catch {
    return value
  }
}

function wordsOf(value: unknown, resource: Resource | undefined, pick: PickLabel): string | null {
  if (isWrapped(value)) return unwrap(value)
  if (value === null || value === undefined) return null
  if (Array.isArray(value))
    return value
      .map((one) => wordsOf(one, resource, pick) ?? '—')
      .join(value.some((one) => typeof one === 'object') ? ' · ' : ', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name, resource, pick)}: ${wordsOf(one, resource, pick) ?? '—'}`)
    .join(' · ')
}

const nameOf = (name: string, resource: Resource | undefined, pick: PickLabel): string => {
  const field = resource?.fields[name]
  return field ? pick(field.label) : name
}

const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()
