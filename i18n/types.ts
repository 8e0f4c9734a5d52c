/**
 * The languages of the product, as stored under `language` in local storage. zhCN is the default; the types of the
 * catalogues are derived from it.
 */
export const LANGUAGES = ['zhCN', 'zhTW', 'zhEN'] as const
export type Language = (typeof LANGUAGES)[number]

/** A catalogue with the same keys and other texts: a missing or an unknown key does not compile. */
export type Like<T> = { [K in keyof T]: T[K] extends string ? string : Like<T[K]> }

/** Index of a language in a definition's three-part labels. */
export const labelIndex: Record<Language, 0 | 1 | 2> = { zhCN: 0, zhTW: 1, zhEN: 2 }

/** BCP 47 tags, for `lang`, Accept-Language and Intl. */
export const languageTag: Record<Language, string> = { zhCN: 'zh-CN', zhTW: 'zh-TW', zhEN: 'en' }
