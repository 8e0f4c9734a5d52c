/** Parameters of every list call: GET /v1/{api} and its export. */
export const LIST_WORDS = [
  'page_size',
  'current',
  'search',
  'pro_id',
  'dis_id',
  'ids',
  'sort',
  'order',
  'format',
] as const

/** Names that the `filter` of /v1/rest accepts besides columns; `id` is in every record. */
export const FILTER_WORDS = ['q', 'pro_id', 'dis_id', 'id'] as const
