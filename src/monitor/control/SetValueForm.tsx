import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { changeWords } from '../../live/commandWords.ts'
import { InlineError } from '../../kit/index.ts'
import css from '../list/actions.module.css'
import controlsCss from '../../kit/controls.module.css'
import { LastCommand } from './LastCommand.tsx'
import { ReadBackLine } from './ReadBackLine.tsx'
import type { ReadBack } from './useReadBack.ts'
import { useSetNode } from './useSetNode.ts'

interface SetValueFormProps {
  /** Id of the form, for the submit button outside it. */
  id: string
  device: Pick<DeviceState, 'id' | 'name'>
  node: NodeState
  onPending: (pending: boolean) => void
  /** Called when the platform accepted the value. */
  onAccepted: (value: number) => void
  /** What the device does with the last value. */
  followed: ReadBack['followed']
}

/**
 * Form for a node's new value, as the device stores it: limited to the node's range, with the change shown in display
 * form (after the node's script) and who changed it last.
 */
export function SetValueForm({ id, device, node, onPending, onAccepted, followed }: SetValueFormProps) {
  const translate = useTranslate()
  const field = useId()
  const [typed, setTyped] = useState(node.value === null ? '' : String(node.value))
  const [tried, setTried] = useState(false)
  const { pending, error, set } = useSetNode(device.id, node)
  const read = readRaw(typed, node)
  const { min_value: min, max_value: max } = node
  const words = {
    empty: 'deviceDialogs.set.empty',
    number: 'deviceDialogs.set.number',
    min: 'deviceDialogs.set.least',
    max: 'deviceDialogs.set.most',
  } as const
  const problem =
    'problem' in read && (tried || read.problem !== 'empty')
      ? translate(words[read.problem], { min: formatNumber(min), max: formatNumber(max) })
      : null
  const send = async () => {
    if (!('value' in read)) return setTried(true)
    if (pending) return
    onPending(true)
    const { accepted } = await set(read.value)
    onPending(false)
    if (accepted) onAccepted(read.value)
  }
  return (
    <form
      id={id}
      className={css.liveSet}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {error !== null && <InlineError error={error} />}
      <div className={controlsCss.field}>
        <label htmlFor={field}>
          {translate(node.node_script === null ? 'deviceDialogs.set.value' : 'deviceDialogs.set.rawValue')}
        </label>
        <input
          id={field}
          className={controlsCss.input}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={typed}
          maxLength={40}
          readOnly={pending}
          aria-invalid={problem !== null}
          aria-describedby={`${field}-help`}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span
          id={`${field}-help`}
          className={problem === null ? controlsCss.fieldHelp : controlsCss.fieldError}
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? rangeWords(min, max, translate)}
        </span>
      </div>
      <dl className={css.controlFacts}>
        <dt>{translate('control.device')}</dt>
        <dd>{device.name}</dd>
        <dt>{translate('control.change')}</dt>
        <dd className={css.controlChange} aria-live="polite">
          {changeWords(node, node.value, 'value' in read ? read.value : null, translate)}
        </dd>
        <dt>{translate('control.last')}</dt>
        <dd>
          <LastCommand device={device.id} node={node} />
        </dd>
      </dl>
      <ReadBackLine node={node} followed={followed} />
    </form>
  )
}

function rangeWords(
  min: number | null,
  max: number | null,
  translate: (key: string, options?: object) => string,
): string {
  if (min !== null && max !== null)
    return translate('deviceDialogs.set.range', { min: formatNumber(min), max: formatNumber(max) })
  if (min !== null) return translate('deviceDialogs.set.least', { min: formatNumber(min) })
  return max === null ? '' : translate('deviceDialogs.set.most', { max: formatNumber(max) })
}

type RawValue = { value: number } | { problem: 'empty' | 'number' | 'min' | 'max' }

/**
 * Parses typed input as a node's raw value: a number within the node's range. Also accepts full-width digits, dot and
 * minus of a Chinese keyboard.
 */
function readRaw(
  typed: string,
  { min_value: min, max_value: max }: Pick<NodeState, 'min_value' | 'max_value'>,
): RawValue {
  const text = typed.normalize('NFKC').replaceAll(/[−–]/g, '-').replaceAll('。', '.').trim()
  if (text === '') return { problem: 'empty' }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) return { problem: 'number' }
  if (min !== null && value < min) return { problem: 'min' }
  return max !== null && value > max ? { problem: 'max' } : { value }
}
