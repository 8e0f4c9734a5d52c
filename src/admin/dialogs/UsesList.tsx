import { nameOrNumber } from '../../../resources/kit/named.ts'
import { isRecord } from '../../../resources/kit/record.ts'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { WireError } from '../../../dataProvider/http.ts'
import { findResource, allResources } from '../../../resources/index.ts'
import { useLabel } from '../fields/useLabel.ts'
import { useCaller } from '../../kit/index.ts'
import formCss from '../form/form.module.css'
import { opens } from './RefLinks.tsx'

/** Records that use a record which could not be deleted, as links where the caller may open them. */
export function UsesList({ failure, onFollow }: { failure: unknown; onFollow: () => void }) {
  const translate = useTranslate()
  if (!(failure instanceof WireError)) return null
  const { uses, more } = usesIn(failure)
  if (uses.length === 0) return null
  return (
    <ul className={formCss.uses} aria-label={translate('crud.usedBy')}>
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
      <span className={formCss.kindOfUse}>{user ? pick(user.noun) : use.path}</span> {use.title}
    </>
  )
  if (!user || !opens(caller, user)) return <span>{text}</span>
  return (
    <Link to={`/${use.path}/${use.id}`} onClick={onFollow}>
      {text}
    </Link>
  )
}

/** A record that uses another one. */
interface Use {
  path: string
  id: number
  title: string
}

/**
 * Returns the records that a refusal to delete names as users, and how many more there are; empty where the platform
 * names them only in its message.
 */
function usesIn({ body: { data } }: WireError): { uses: Use[]; more: number } {
  const users = isRecord(data) && Array.isArray(data['uses']) ? (data['uses'] as unknown[]).filter(isRecord) : []
  const uses = users.map((use) => ({
    path: pathOf(String(use['path'] ?? use['resource'] ?? '')),
    id: Number(use['id']),
    title: nameOrNumber(Number(use['id']), use['title'], use['name']),
  }))
  const more = isRecord(data) ? Number(data['more']) : 0
  return { uses, more: more > 0 ? more : 0 }
}

/** Returns the route of a resource that is named by its route, its table or its noun on the wire. */
const pathOf = (name: string): string =>
  allResources.find(({ path, table, api }) => [path, table, api].includes(name))?.path ?? name
