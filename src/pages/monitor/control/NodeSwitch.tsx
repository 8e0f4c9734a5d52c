import { useNotify, useTranslate } from 'ra-core'
import type { NodeState } from '../../../../dataProvider/normalise.ts'
import { readNode } from '../../../live/nodeValue.ts'
import { messageOf } from '../../../ui/index.ts'
import { useSetNode } from './useSetNode.ts'
import '../../../ui/switch.css'

interface NodeSwitchProps {
  device: number
  node: NodeState
  disabled: boolean
  /** Says below itself what came of it, where a toast would lie behind the dialog it stands in. */
  inline?: boolean
}

/** A node that is switched: at once it shows where it goes, with a spinner in its thumb; the platform's word confirms it or takes it back. */
export function NodeSwitch({ device, node, disabled, inline = false }: NodeSwitchProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { value, pending, taken, awaited, error, set } = useSetNode(device, node)
  const reading = readNode({ ...node, value })
  const on = reading.kind === 'switch' ? reading.on : (value ?? 0) !== 0
  const words = reading.kind === 'text' ? reading.text : reading.kind === 'none' ? '—' : translate(on ? 'monitor.node.on' : 'monitor.node.off')
  const toggle = async () => {
    // What is sent is what the device stores: 0 or 1, whatever its script shows.
    const { taken: done, refused } = await set((value ?? 0) !== 0 ? 0 : 1)
    if (inline) return
    if (done) notify('deviceDialogs.set.success', { type: 'success' })
    else if (refused !== undefined) notify(messageOf(refused, translate), { type: 'error' })
  }
  const failed = error === null ? null : messageOf(error, translate)
  return (
    <span className="monitor-control">
      <span className="monitor-control-words">{words}</span>
      <button
        type="button"
        role="switch"
        className="monitor-switch"
        aria-checked={on}
        aria-busy={pending}
        aria-label={node.alias}
        disabled={disabled}
        title={awaited ? translate('deviceDialogs.set.awaited') : (failed ?? undefined)}
        onClick={() => void toggle()}
      >
        <i className="ui-switch-track" />
      </button>
      {inline && taken && (
        <span className="monitor-said" role="status">
          {[translate('deviceDialogs.set.success'), awaited && translate('deviceDialogs.set.awaited')].filter(Boolean).join(' · ')}
        </span>
      )}
      {failed !== null && (
        <span className={inline ? 'monitor-said monitor-said--failed' : 'monitor-said monitor-said--hidden'} role={inline ? 'alert' : undefined}>
          {failed}
        </span>
      )}
    </span>
  )
}
