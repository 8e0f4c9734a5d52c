import type { Hook } from '../platform/hook.ts'

export const displayHook: Hook = {
  async beforeSave({ row, old }) {
    // In the new project another display may be on top already.
    if (old && row.project_id !== old.project_id) row.istop = 0
  },
}
