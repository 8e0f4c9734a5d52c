import { useListContext } from 'react-admin'
import type { Row } from '../../dataProvider/rows.ts'
import { Dialogs } from './dialogs/Dialogs.tsx'
import type { Place } from './place.ts'
import { useEntity } from './EntityContext.tsx'
import { useListFilters } from './list/toolbar/listFilters.ts'

/** The dialog an address names, over its list. What is made in it starts from what the list is narrowed to. */
export function EntityDialogs({ place }: { place: Place }) {
  const { resource, open } = useEntity()
  const { data } = useListContext<Row>()
  const [{ project, area }] = useListFilters()
  return <Dialogs resource={resource} place={place} open={open} presets={{ project, area }} rows={data} />
}
