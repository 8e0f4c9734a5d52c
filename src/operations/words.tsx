import { useTranslate } from 'react-admin'
import type { Operation } from '../../dataProvider/calls/operations.ts'
import { allResources } from '../../resources/index.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { isWrapped, unwrap } from '../../resources/kit/wrapped.ts'
import { Badge, type BadgeTone } from '../kit/index.ts'

/** What was done, in words where the console knows them, else as the platform wrote it. */
export function TypeBadge({ type }: { type: string }) {
  const translate = useTranslate()
  return (
    <Badge tone={tones[type] ?? 'neutral'}>{KNOWN.includes(type) ? translate(`operations.types.${type}`) : type}</Badge>
  )
}

/** Who did it: by name where the platform says, else by number. */
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

/** The definition behind a table of the log, however a platform spells it; undefined of tables the console does not know. */
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

/** What kind of record an entry is about: as the platform says, else what its table is called here, else the table. */
export function recordKindOf({ kind, table }: { kind: string; table: string }, pick: PickLabel): string {
  if (kind !== '') return kind
  const resource = resourceOfTable(table)
  return resource ? pick(resource.noun) : table
}

/**
 * A value of the log as a person reads it: JSON, as older platforms log optional text and whole records, is taken apart. null where it says that
 * there is none.
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
