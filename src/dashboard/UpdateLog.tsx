import { useTranslate } from 'ra-core'
import { Badge } from '../kit/index.ts'
import { updates } from './updates.ts'

/** What is new in the console, version by version (spec 1 §2.5). */
export function UpdateLog() {
  const translate = useTranslate()
  const [newest] = updates
  return (
    <section className="dash-card dash-updates" aria-label={translate('dashboard.log')}>
      <header className="dash-head">
        <h2>{translate('dashboard.log')}</h2>
        {newest && <Badge tone="primary">v{newest.version}</Badge>}
      </header>
      <ul aria-label={translate('dashboard.log')}>
        {updates.flatMap(({ version, notes }) =>
          notes.map((note, index) => (
            <li key={note}>
              <span className="dash-version">{index === 0 && `v${version}`}</span>
              <span>{translate(note)}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
