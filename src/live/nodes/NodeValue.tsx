import { Lock } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import type { NodeReading } from '../../../resources/kit/reading.ts'
import { useReading } from '../sparklines/resolution.ts'
import css from './nodes.module.css'

interface NodeValueProps {
  node: NodeState
  alarm: boolean
  /** The node can be set, but this user may not. */
  locked?: boolean
  /** The node is shown as of a past moment, at which a value that was not read may have existed. */
  isPast?: boolean | undefined
}

/**
 * Shows a node's value as text and flashes its colour briefly whenever the value changes while shown. The unit is
 * rendered separately, beside it.
 */
export function NodeValue({ node, alarm, locked = false, isPast = false }: NodeValueProps) {
  const translate = useTranslate()
  const reading = useReading(node)
  const changes = useChanges(node.value)
  const { text, title } = valueText(reading, isPast, translate)
  const lock =
    reading.kind === 'switch' && reading.readOnly ? 'monitor.node.readOnly' : locked ? 'monitor.node.noRight' : null
  return (
    <span
      key={changes}
      className={css.value}
      data-part="reading"
      data-none={reading.kind === 'none' || undefined}
      data-flash={changes === 0 ? undefined : alarm ? 'alarm' : 'plain'}
      title={title}
    >
      {lock !== null && (
        <Lock size={12} strokeWidth={2} role="img" aria-label={translate(lock)}>
          <title>{translate(lock)}</title>
        </Lock>
      )}
      {text}
    </span>
  )
}

function valueText(
  reading: NodeReading,
  isPast: boolean,
  translate: (key: string) => string,
): { text: string; title?: string } {
  if (reading.kind === 'none') {
    const isUnread = isPast && reading.reason === 'noData'
    return { text: '—', title: translate(isUnread ? 'monitor.card.unknownThen' : `monitor.node.${reading.reason}`) }
  }
  if (reading.kind === 'switch') return { text: translate(reading.on ? 'monitor.node.on' : 'monitor.node.off') }
  return { text: reading.text, title: reading.kind === 'text' ? reading.text : undefined }
}

/** Returns how often a value has changed since the component was first rendered; a new number restarts the flash. */
function useChanges(value: number | null): number {
  const [previous, setPrevious] = useState({ value, changes: 0 })
  if (previous.value === value) return previous.changes
  const next = { value, changes: previous.changes + 1 }
  setPrevious(next)
  return next.changes
}
