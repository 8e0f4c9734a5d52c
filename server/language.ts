import type { Language } from '../i18n/types.ts'

/**
 * Returns the language of the product that a client prefers by its Accept-Language header; zh-CN where the header names
 * no language of the product.
 */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'zhCN'
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';')
      const quality = rest.map((option) => option.trim()).find((option) => option.startsWith('q='))
      return { tag: tag.trim(), quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .filter((wish) => wish.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of wishes) {
    const language = byTag(tag)
    if (language) return language
  }
  return 'zhCN'
}

function byTag(tag: string): Language | null {
  if (/^zh-(tw|hk|mo|hant)\b/.test(tag)) return 'zhTW'
  if (/^zh\b/.test(tag)) return 'zhCN'
  return /^en\b/.test(tag) ? 'zhEN' : null
}
