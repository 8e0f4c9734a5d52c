import { useTranslate } from 'ra-core'
import type { Operation } from '../../dataProvider/operations.ts'
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
]
