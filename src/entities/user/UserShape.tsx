import { arrange } from '../../admin/form/arrange.tsx'
import { BlockSkeleton } from '../../admin/fields/controls/BlockSkeleton.tsx'
import type { FormShapeProps } from '../../admin/fields/slotProps.ts'
import formCss from '../../admin/form/form.module.css'
import { GRANTED } from './grants.ts'

/** Layout of the user form: identity, grants, remarks. */
export function UserShape({ resource, isNew, shown, field, body = <BlockSkeleton height={GRANTS} /> }: FormShapeProps) {
  const form = arrange({ resource, shown, field })
  form.claim(GRANTED)
  // A user cannot be created disabled.
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

/** Height of tabs, search and the folded menus, px. */
const GRANTS = 464
