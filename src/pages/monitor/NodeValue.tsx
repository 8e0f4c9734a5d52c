import { Lock } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { readNode, type NodeReading } from '../../live/nodeValue.ts'

/** A node's value in text, with a short colour flash in place whenever it changed while shown. The unit stands beside it. */
export function NodeValue({ node, alarm }: { node: NodeState; alarm: boolean }) {
  const translate = useTranslate()
  const reading = readNode(node)
  const changes = useChanges(node.value)
  const { text, title } = words(reading, translate)
  const none = reading.kind === 'none' ? ' monitor-value--none' : ''
  const flash = changes === 0 ? '' : alarm ? ' monitor-flash monitor-flash--alarm' : ' monitor-flash'
  const readOnly = reading.kind === 'switch' && reading.readOnly
  return (
    <span key={changes} className={`monitor-value${none}${flash}`} title={title}>
      {readOnly && <Lock size={12} strokeWidth={2} role="img" aria-label={translate('monitor.node.readOnly')} />}
      {text}
    </span>
  )
}

function words(reading: NodeReading, translate: (key: string) => string): { text: string; title?: string } {
  if (reading.kind === 'none') return { text: '—', title: translate(`monitor.node.${reading.reason}`) }
  if (reading.kind === 'switch') return { text: translate(reading.on ? 'monitor.node.on' : 'monitor.node.off') }
  return { text: reading.text, title: reading.kind === 'text' ? reading.text : undefined }
}

/** How often a value has changed since the component was first drawn; a new number starts the flash anew. */
function useChanges(value: number | null): number {
  const [seen, setSeen] = useState({ value, changes: 0 })
  if (seen.value === value) return seen.changes
  const next = { value, changes: seen.changes + 1 }
  setSeen(next)
  return next.changes
}
