import { Switch } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Dialog } from '../../kit/index.ts'
import { inboxKeys, useKeysOn } from './useInboxKeys.ts'
import css from './inbox.module.css'

const KEYS = Object.entries(inboxKeys)
/** Keys that the foot of the page has room for. */
const SHOWN = ['j', 'k', 'x', 'a', 'm', 's', 'e']

/** The most important keys, at the foot of the page. */
export function KeysBar({ onAll }: { onAll: () => void }) {
  const translate = useTranslate()
  const [on] = useKeysOn()
  return (
    <footer className={css.keys} data-part="keys">
      {on &&
        KEYS.filter(([key]) => SHOWN.includes(key)).map(([key, does]) => (
          <span key={key}>
            <kbd>{key.toUpperCase()}</kbd>
            {translate(`inbox.keys.${does}`)}
          </span>
        ))}
      <button type="button" data-part="all-keys" onClick={onAll}>
        <kbd>?</kbd>
        {translate('inbox.allKeys')}
      </button>
      <small>
        {on && <kbd>Z</kbd>} {translate('inbox.undoHint')}
      </small>
    </footer>
  )
}

/** All keys, and the switch that turns them off. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const [on, setOn] = useKeysOn()
  return (
    <Dialog title={translate('inbox.allKeys')} width={420} onClose={onClose}>
      <dl className={css.sheetKeys}>
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{translate(does === 'undo' ? 'shell.undo' : `inbox.keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <label className={css.keysOn}>
        <Switch checked={on} onChange={(_event, next) => setOn(next)} />
        {translate('inbox.keysOn')}
      </label>
    </Dialog>
  )
}
