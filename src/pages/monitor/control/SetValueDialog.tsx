import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { NodeState } from '../../../../dataProvider/normalise.ts'
import { formatNumber } from '../../../fields/formats.ts'
import { readNode } from '../../../live/nodeValue.ts'
import { Dialog, InlineError } from '../../../ui/index.ts'
import { readRaw } from './rawValue.ts'
import { useSetNode } from './useSetNode.ts'

interface SetValueDialogProps {
  device: { id: number; name: string }
  node: NodeState
  /** Told whether a value was taken. */
  onClose: (taken: boolean) => void
}

/**
 * Gives a node a value (spec 1 §2.7): typed, looked at once more, and sent. It is the value the device stores; where the node's script shows another one,
 * that one stands beside it.
 */
export function SetValueDialog({ device, node, onClose }: SetValueDialogProps) {
  const translate = useTranslate()
  const field = useId()
  const [typed, setTyped] = useState(node.value === null ? '' : String(node.value))
  const [asked, setAsked] = useState(false)
  const [tried, setTried] = useState(false)
  const { pending, error, set } = useSetNode(device.id, node)
  const read = readRaw(typed, node)
  const { min_value: min, max_value: max } = node
  const words = { empty: 'deviceDialogs.set.empty', number: 'deviceDialogs.set.number', min: 'deviceDialogs.set.least', max: 'deviceDialogs.set.most' } as const
  const problem = 'problem' in read && (tried || read.problem !== 'empty') ? translate(words[read.problem], { min: formatNumber(min), max: formatNumber(max) }) : null
  const shownAs = 'value' in read && node.node_script !== null ? shown(node, read.value) : null
  const send = async () => {
    if (!('value' in read)) return setTried(true)
    if (!asked) return setAsked(true)
    const { taken } = await set(read.value)
    if (taken) onClose(true)
  }
  return (
    <Dialog
      width={420}
      title={translate('deviceDialogs.set.title', { node: node.alias })}
      onClose={() => onClose(false)}
      footer={
        <>
          <button type="button" className="ui-button" disabled={pending} onClick={() => (asked ? setAsked(false) : onClose(false))}>
            {translate(asked ? 'deviceDialogs.set.back' : 'ra.action.cancel')}
          </button>
          <button type="submit" form={`${field}-form`} className="ui-button ui-button--primary" aria-busy={pending} disabled={pending}>
            {translate(asked ? 'deviceDialogs.set.confirm' : 'deviceDialogs.set.next')}
          </button>
        </>
      }
    >
      <form
        id={`${field}-form`}
        className="live-set"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {error !== null && <InlineError error={error} />}
        {asked && 'value' in read ? (
          <p role="alert">{translate('deviceDialogs.set.question', { device: device.name, node: node.alias, value: read.value, before: node.value ?? '—' })}</p>
        ) : (
          <div className="ui-field">
            <label htmlFor={field}>{translate(node.node_script === null ? 'deviceDialogs.set.value' : 'deviceDialogs.set.rawValue')}</label>
            <input
              id={field}
              className="ui-input"
              inputMode="decimal"
              autoComplete="off"
              autoFocus
              data-autofocus
              value={typed}
              maxLength={40}
              aria-invalid={problem !== null}
              aria-describedby={`${field}-help`}
              onChange={({ target }) => setTyped(target.value)}
            />
            <span id={`${field}-help`} className={problem === null ? 'ui-field__help' : 'ui-field__error'} role={problem === null ? undefined : 'alert'}>
              {problem ?? rangeWords(min, max, translate)}
            </span>
          </div>
        )}
        {shownAs !== null && <p className="ui-field__help">{translate('deviceDialogs.set.script', { text: `${shownAs} ${node.unitname}`.trim() })}</p>}
      </form>
    </Dialog>
  )
}

function shown(node: NodeState, value: number): string {
  const reading = readNode({ ...node, value })
  return reading.kind === 'number' || reading.kind === 'text' ? reading.text : '—'
}

function rangeWords(min: number | null, max: number | null, translate: (key: string, options?: object) => string): string {
  if (min !== null && max !== null) return translate('deviceDialogs.set.range', { min: formatNumber(min), max: formatNumber(max) })
  if (min !== null) return translate('deviceDialogs.set.least', { min: formatNumber(min) })
  return max === null ? '' : translate('deviceDialogs.set.most', { max: formatNumber(max) })
}
