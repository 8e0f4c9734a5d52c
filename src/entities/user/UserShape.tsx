import { arrange } from '../../admin/form/arrange.tsx'
import { BlockSkeleton } from '../../admin/fields/controls/BlockSkeleton.tsx'
import type { FormShapeProps } from '../../admin/fields/slotProps.ts'
import formCss from '../../admin/form/form.module.css'
import { GRANTED } from './grants.ts'

/** The user form as it stands: who it is, what they may do, remarks. */
export function UserShape({ resource, isNew, shown, field, body = <BlockSkeleton height={GRANTS} /> }: FormShapeProps) {
  const form = arrange({ resource, shown, field })
  form.claim(GRANTED)
  // Nobody is created disabled.
  if (isNew) form.claim(['disabled'])
  return (
    <>
      <div className={formCss.grid} data-part="grid">
        {WHO.map((name) => form.take(name))}
      </div>
      {body}
      <div className={formCss.grid} data-part="grid">
        {form.take('explained', true)}
        {form.take('disabled')}
        {form.rest(0)}
      </div>
      {form.otherSections()}
    </>
  )
}

const WHO = ['username', 'nickname', 'super_id', 'project_id', 'phonenum', 'emailurl']

/** px: tabs, search and the menus, folded. */
const GRANTS = 464
