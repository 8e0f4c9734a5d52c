import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { WireError } from '../../../dataProvider/http.ts'
import { findResource } from '../../../resources/index.ts'
import { useLabel } from '../fields/useLabel.ts'
import { useCaller } from '../../kit/index.ts'
import { opens } from './RefLinks.tsx'
import { usesIn, type Use } from './uses.ts'

/** What a refusal to delete names as users of the record, as links where the caller may open them. */
export function Uses({ failure, onFollow }: { failure: unknown; onFollow: () => void }) {
  const translate = useTranslate()
  if (!(failure instanceof WireError)) return null
  const { uses, more } = usesIn(failure)
  if (uses.length === 0) return null
  return (
    <ul className="crud-uses" aria-label={translate('crud.usedBy')}>
      {uses.map((use) => (
        <li key={`${use.path}/${use.id}`}>
          <UseLink use={use} onFollow={onFollow} />
        </li>
      ))}
      {more > 0 && <li>{translate('crud.usedByMore', { smart_count: more })}</li>}
    </ul>
  )
}

function UseLink({ use, onFollow }: { use: Use; onFollow: () => void }) {
  const pick = useLabel()
  const caller = useCaller()
  const user = findResource(use.path)
  const text = (
    <>
      <span className="crud-use-kind">{user ? pick(user.noun) : use.path}</span> {use.title}
    </>
  )
  if (!user || !opens(caller, user)) return <span>{text}</span>
  return (
    <Link to={`/${use.path}/${use.id}`} onClick={onFollow}>
      {text}
    </Link>
  )
}
