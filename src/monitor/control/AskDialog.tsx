import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { changeWords } from '../../live/commandWords.ts'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { Dialog } from '../../kit/index.ts'
import css from '../list/actions.module.css'
import { LastCommand } from './LastCommand.tsx'

interface AskDialogProps {
  device: { id: number; name: string }
  node: NodeState
  /** The value that would be sent. */
  to: number
  onClose: () => void
  onConfirm: () => void
}

/**
 * Asks for confirmation before a switch is turned, so that an accidental touch switches nothing. Shows device, node,
 * old and new value, and who switched it last.
 */
export function AskDialog({ device, node, to, onClose, onConfirm }: AskDialogProps) {
  const translate = useTranslate()
  usePausePolls(true)
  const action = translate(to === 0 ? 'control.off' : 'control.on')
  return (
    <Dialog
      width={440}
      title={translate('control.turn', { to: action, node: node.alias })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button variant="contained" color="primary" onClick={onConfirm}>
            {translate('control.confirm', { to: action })}
          </Button>
        </>
      }
    >
      <dl className={css.controlFacts}>
        <dt>{translate('control.device')}</dt>
        <dd>{device.name}</dd>
        <dt>{translate('control.node')}</dt>
        <dd>{node.alias}</dd>
        <dt>{translate('control.change')}</dt>
        <dd className={css.controlChange}>{changeWords(node, node.value, to, translate)}</dd>
        <dt>{translate('control.last')}</dt>
        <dd>
          <LastCommand device={device.id} node={node} />
        </dd>
      </dl>
    </Dialog>
  )
}
