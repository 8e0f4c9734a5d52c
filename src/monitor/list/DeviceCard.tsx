import { useTranslate } from 'react-admin'
import { memo, useContext, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { lineValues } from '../../../resources/kit/reading.ts'
import { HOUR } from '../../../resources/kit/zone.ts'
import { deviceAddress } from '../../../resources/menu.ts'
import { changeInHour } from '../../chart/changeInHour.ts'
import { useLastHour } from '../../live/sparklines/lastHour.ts'
import type { SparklineStore } from '../../live/sparklines/sparklineStore.ts'
import { DeviceStoreContext } from '../../live/useDevice.ts'
import { Drawer, StatusMark, type Status } from '../../kit/index.ts'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { DeviceMenu } from '../dialogs/DeviceActions.tsx'
import { isAlarmNode, alarmNodesFirst, plateState, useShownDevice, type ShownDevice } from '../../live/display.ts'
import { UpkeepMark } from '../../live/UpkeepMark.tsx'
import { Plate } from '../../environment/Plate.tsx'
import { DeviceWords } from './DeviceWords.tsx'
import { VerdictsContext } from './verdicts.ts'
import { NodeLine } from './NodeLine.tsx'
import { DirectionsContext, NodeMarksContext } from './nodeMarks.ts'
import css from './cards.module.css'

/** Nodes a card shows at once. */
const NODES = 4

/**
 * A device as a card of fixed height: name, class, four nodes at a time, its state as text, and a menu of its dialogs.
 * On a phone it shows one node, a node in alarm first, and opens a sheet with all. Everything except its controls links
 * to the device's page. Rendered again only when its device changed.
 */
export const DeviceCard = memo(function DeviceCard({ id, phone = false }: { id: number; phone?: boolean }) {
  const translate = useTranslate()
  const history = useLastHour(useContext(DeviceStoreContext).history, id)
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState(false)
  const shown = useShownDevice(id)
  const verdict = useContext(VerdictsContext).get(id)
  const marks = useContext(NodeMarksContext)
  const isDirection = useContext(DirectionsContext)
  if (shown === null) return null
  const markOf = marks(shown)
  const { device, status } = shown
  const nodes = alarmNodesFirst(shown)
  const count = phone ? 1 : NODES
  const rest = nodes.length - count
  const pages = phone ? 1 : Math.max(1, Math.ceil(nodes.length / NODES))
  const first = (page % pages) * NODES
  const lineOf = (node: NodeState) => (
    <NodeLine
      key={node.id}
      device={id}
      node={node}
      line={history.lineOf(id, node.id)}
      status={status}
      alarm={isAlarmNode(shown, node)}
      mark={markOf(node)}
      isPast={shown.isPast}
      change={changeOf(shown, node, history, isDirection(node.id))}
    />
  )
  return (
    <article className={css.card} data-status={status} aria-label={device.name}>
      <header className={css.cardHead}>
        <span className={css.cardMark}>
          <StatusMark status={status} halo={status === 'online'} label={translate(`shell.status.${status}`)} />
        </span>
        <div className={css.cardNames}>
          <div className={css.cardName} title={device.name}>
            <DeviceLink id={id} name={device.name} />
          </div>
          <div className={css.cardPlace}>
            <UpkeepMark shown={shown} as="words" />
            {shown.area ?? translate('monitor.card.noArea')} · {carrier(shown, translate)}
          </div>
        </div>
        <Plate verdict={verdict} {...plateState(shown)} size="large" word="below" />
        <DeviceMenu id={id} name={device.name} />
      </header>
      <div className={css.cardNodes}>
        {nodes.slice(first, first + count).map(lineOf)}
        {nodes.length === 0 && <p className={css.cardNone}>{translate('monitor.card.noNodes')}</p>}
      </div>
      <footer className={css.cardFoot}>
        <DeviceWords shown={shown} />
        {rest > 0 && (
          <button
            type="button"
            className={css.more}
            aria-label={
              first === 0 ? translate('monitor.card.moreNodes', { count: rest }) : translate('monitor.card.nextNodes')
            }
            aria-haspopup={phone ? 'dialog' : undefined}
            aria-expanded={phone ? open : undefined}
            onClick={() => (phone ? setOpen(true) : setPage((page + 1) % pages))}
          >
            {first === 0 ? `+${rest}` : `${(page % pages) + 1}/${pages}`}
          </button>
        )}
      </footer>
      {open && (
        <NodesSheet name={device.name} status={status} onClose={() => setOpen(false)}>
          {nodes.map(lineOf)}
        </NodesSheet>
      )}
    </article>
  )
})

interface NodesSheetProps {
  name: string
  status: Status
  onClose: () => void
  children: ReactNode
}

/** All nodes of a device, as a sheet over the list on a phone. */
function NodesSheet({ name, status, onClose, children }: NodesSheetProps) {
  usePausePolls(true)
  return (
    <Drawer label={name} side="bottom" onClose={onClose}>
      <div className={css.sheet} data-status={status}>
        <h2>{name}</h2>
        <div data-small>{children}</div>
      </div>
    </Drawer>
  )
}

/**
 * Returns by how much the displayed value of a node in alarm changed within an hour; null for any other node, for an
 * old value, and if that hour is not known.
 */
function changeOf(shown: ShownDevice, node: NodeState, history: SparklineStore, isDirection: boolean): number | null {
  if (!isAlarmNode(shown, node) || shown.now - (node.at ?? 0) > HOUR) return null
  const line = history.lineOf(shown.device.id, node.id)
  return line ? changeInHour({ times: line.times, values: lineValues(node, line.values), isDirection }) : null
}

/**
 * The name as a link to the device's page that covers the card; separate from the values, so that a changed value does
 * not render it again.
 */
const DeviceLink = memo(function DeviceLink({ id, name }: { id: number; name: string }) {
  const translate = useTranslate()
  return (
    <Link to={deviceAddress(id)} className={css.cardLink} aria-label={translate('deviceDialogs.openPage', { name })}>
      {name}
    </Link>
  )
})

/** Returns how the device is connected: by its gateway, or directly. */
const carrier = ({ device, gateway }: ShownDevice, translate: (key: string, options?: object) => string): string =>
  device.gateway_id === null
    ? translate('monitor.card.standalone')
    : (gateway ?? translate('monitor.card.gateway', { id: device.gateway_id }))
