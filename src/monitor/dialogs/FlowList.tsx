import { useTranslate } from 'react-admin'
import { memo, useContext } from 'react'
import type { FeedMessage, NodeState } from '../../../dataProvider/normalise.ts'
import { liveReading } from '../../live/sparklines/resolution.ts'
import { DisplayContext } from '../../live/display.ts'
import { prettyPayload, type FlowEntry } from './flow.ts'
import css from './dialogs.module.css'

interface FlowListProps {
  entries: readonly FlowEntry[]
  nodes: readonly NodeState[]
  /** Shows the messages as received instead of by node names. */
  raw: boolean
  label: string
}

/**
 * Lists the messages, newest first: each value under its node's name. A frame that is no message of nodes is shown as
 * received.
 */
export function FlowList({ entries, nodes, raw, label }: FlowListProps) {
  return (
    <ol className={css.flow} data-part="flow" aria-label={label}>
      {entries.map((entry) => (
        <FlowLine key={entry.key} entry={entry} nodes={nodes} raw={raw} />
      ))}
    </ol>
  )
}

const FlowLine = memo(function FlowLine({
  entry,
  nodes,
  raw,
}: Omit<FlowListProps, 'entries' | 'label'> & { entry: FlowEntry }) {
  const [first] = entry.messages
  const { zone } = useContext(DisplayContext)
  const at = first?.t ?? entry.at
  return (
    <li>
      <time title={zone.full(at)} dateTime={new Date(at).toISOString()}>
        {zone.short(at, entry.at)}
      </time>
      {raw || first === undefined ? (
        <pre>{prettyPayload(entry.raw)}</pre>
      ) : (
        <Values messages={entry.messages} nodes={nodes} />
      )}
    </li>
  )
})

function Values({ messages, nodes }: { messages: readonly FeedMessage[]; nodes: readonly NodeState[] }) {
  const translate = useTranslate()
  return (
    <dl>
      {messages.flatMap(({ t, values }) =>
        values.map(({ id, value }) => {
          const node = nodes.find((one) => one.id === id)
          const reading = node && liveReading({ ...node, value })
          const text =
            reading === undefined
              ? String(value)
              : reading.kind === 'switch'
                ? translate(reading.on ? 'monitor.node.on' : 'monitor.node.off')
                : reading.kind === 'none'
                  ? '—'
                  : `${reading.text} ${node?.unitname ?? ''}`
          return (
            <div key={`${t} ${id}`}>
              <dt>{node?.alias || translate('deviceDialogs.flow.node', { id })}</dt>
              <dd>{text}</dd>
            </div>
          )
        }),
      )}
    </dl>
  )
}
