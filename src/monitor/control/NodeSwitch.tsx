import { clsx } from 'clsx'
import { useNotify, useTranslate } from 'ra-core'
import { useContext, useState } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { readNode } from '../../live/nodeValue.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { messageOf } from '../../kit/index.ts'
import css from '../actions.module.css'
import controlsCss from '../../kit/controls.module.css'
import { AskDialog } from './AskDialog.tsx'
import { useSetNode } from './useSetNode.ts'

interface NodeSwitchProps {
  device: number
  node: NodeState
  disabled: boolean
  /** Says below itself what came of it, where a toast would lie behind the dialog it stands in. */
  inline?: boolean
}

/** A node that is switched, after it was asked: at once it shows where it goes, with a spinner in its thumb; the platform's word confirms it or takes it back. */
export function NodeSwitch({ device, node, disabled, inline = false }: NodeSwitchProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { value, pending, taken, awaited, error, set } = useSetNode(device, node)
  const reading = readNode({ ...node, value })
  const on = reading.kind === 'switch' ? reading.on : (value ?? 0) !== 0
  const words =
    reading.kind === 'text'
      ? reading.text
      : reading.kind === 'none'
        ? '—'
        : translate(on ? 'monitor.node.on' : 'monitor.node.off')
  const store = useContext(DeviceStoreContext)
  /** What is asked to be sent: what the device stores, 0 or 1, whatever its script shows. */
  const [asked, setAsked] = useState<0 | 1 | null>(null)
  const send = async (to: 0 | 1) => {
    setAsked(null)
    const { taken: done, refused } = await set(to)
    if (inline) return
    if (done) notify('deviceDialogs.set.success', { type: 'success' })
    else if (refused !== undefined) notify(messageOf(refused, translate), { type: 'error' })
  }
  const failed = error === null ? null : messageOf(error, translate)
  return (
    <span className={css.control}>
      <span className={css.controlWords}>{words}</span>
      <button
        type="button"
        role="switch"
        className={css.switch}
        aria-checked={on}
        aria-busy={pending}
        aria-label={node.alias}
        disabled={disabled}
        title={awaited ? translate('deviceDialogs.set.awaited') : (failed ?? undefined)}
        onClick={() => !pending && setAsked((value ?? 0) !== 0 ? 0 : 1)}
      >
        <i className={controlsCss.switchTrack} />
      </button>
      {asked !== null && (
        <AskDialog
          device={{ id: device, name: store.get(device)?.name ?? '—' }}
          node={{ ...node, value }}
          to={asked}
          onClose={() => setAsked(null)}
          onConfirm={() => void send(asked)}
        />
      )}
      {inline && taken && (
        <span className={css.said} role="status">
          {[translate('deviceDialogs.set.success'), awaited && translate('deviceDialogs.set.awaited')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {failed !== null && (
        <span className={clsx(css.said, inline ? css.saidFailed : css.saidHidden)} role={inline ? 'alert' : undefined}>
          {failed}
        </span>
      )}
    </span>
  )
}
