import { useTranslate } from 'react-admin'
import { Dialog } from '../../kit/index.ts'
import css from './project.module.css'
import { updates } from './updates.ts'

/** News of the console, version by version (spec 1 §2.5). */
export default function UpdatesDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Dialog title={translate('dashboard.log')} width={520} onClose={onClose}>
      {updates.map(({ version, notes }) => (
        <section key={version} className={css.update}>
          <h3>{`v${version}`}</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{translate(note)}</li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
