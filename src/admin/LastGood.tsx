import { useTranslate } from 'react-admin'
import { joinedResources } from '../../resources/index.ts'
import { InlineError } from '../kit/index.ts'
import { useEntity } from './EntityContext.tsx'

/** Says over an entity of a file that what the file says now cannot be used; nothing where it can. */
export function LastGood() {
  const { resource } = useEntity()
  const translate = useTranslate()
  const file = joinedResources().find(({ path }) => path === resource.path)?.lastGood
  if (file === undefined) return null
  return (
    <div className="crud-banner">
      <InlineError tone="warning" error={translate('crud.lastGood', { file })} />
    </div>
  )
}
