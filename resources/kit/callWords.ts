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

/** What the `filter` of /v1/rest means besides columns; `id` stands in every record. */
export const FILTER_WORDS = ['q', 'pro_id', 'dis_id', 'id'] as const
