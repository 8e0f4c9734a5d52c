import type { Platform } from '../platform.ts'
import { newUserToken } from '../session/passwords.ts'
import { createUploads } from '../upload/store.ts'
import type { Language } from '../../i18n/types.ts'
import { translatorFor, type Text } from './language.ts'
import { bandsPng, type Colour } from './pictures.ts'

const DEEP: Colour = [24, 32, 74]
const colours: readonly Colour[] = [
  [71, 88, 212],
  [9, 161, 152],
  [231, 116, 18],
]

/**
 * Seeds display screens and videos of the demo's first project, a logo for every project, and a screen credential for
 * every account.
 */
export async function seedScreens({ storage, settings }: Platform, language: Language, now: number): Promise<void> {
  const translate = translatorFor(language)
  const uploads = createUploads(settings.dataDir)
  const picture = async (colour: Colour, width: number, height: number): Promise<string> =>
    `/upload/${await uploads.save('png', bandsPng([DEEP, colour], width, height))}`
  const covers = await Promise.all(colours.map((colour) => picture(colour, 320, 180)))
  const logos = await Promise.all(colours.map((colour) => picture(colour, 64, 64)))
  await storage.write(async (trx) => {
    const projects = await trx.selectFrom('project').select('id').orderBy('id').execute()
    for (const [i, { id }] of projects.entries())
      await trx
        .updateTable('project')
        .set({ ico: logos[i % logos.length] ?? '' })
        .where('id', '=', id)
        .where('ico', 'is', null)
        .execute()
    const accounts = await trx.selectFrom('systemuser').select('id').where('user_token', 'is', null).execute()
    for (const { id } of accounts)
      await trx.updateTable('systemuser').set({ user_token: newUserToken() }).where('id', '=', id).execute()
    const project = projects[0]?.id
    if (project === undefined || (await trx.selectFrom('datashow').select('id').limit(1).executeTakeFirst())) return
    const areas = await trx
      .selectFrom('district')
      .select(['id', 'name'])
      .where('project_id', '=', project)
      .where(
        'name',
        'in',
        [...screens, ...videos].map(({ area }) => translate(area)),
      )
      .execute()
    const areaId = (name: Text): number => areas.find((area) => area.name === translate(name))?.id ?? areas[0]?.id ?? 1
    const row = { project_id: project, created_at: now, updated_at: now }
    await trx
      .insertInto('datashow')
      .values(
        screens.map(({ name, area, resolution, explained }, i) => ({
          ...row,
          name: translate(name),
          district_id: areaId(area),
          resolution,
          explained: explained && translate(explained),
          istop: i === 0 ? 1 : 0,
          imginfo: covers[i] ?? null,
        })),
      )
      .execute()
    await trx
      .insertInto('videoshow')
      .values(
        videos.map(({ name, area, url, place: [maplng, maplat], explained }) => ({
          ...row,
          video_name: translate(name),
          district_id: areaId(area),
          video_type: url === null ? 1 : 0,
          video_url: url ?? covers[1] ?? '',
          positional: JSON.stringify({ maplng, maplat }),
          explained: explained && translate(explained),
        })),
      )
      .execute()
  })
}

interface Shown {
  name: Text
  area: Text
  explained: Text | null
}

const city: Text = ['石家庄市', '石家莊市', 'Shijiazhuang']
const banks: Text = ['民心河沿线', '民心河沿線', 'Minxin River banks']

const screens: readonly (Shown & { resolution: string })[] = [
  {
    name: ['城市空气质量总览', '城市空氣品質總覽', 'Air quality of the city'],
    area: city,
    resolution: '1920x1080',
    explained: ['值班室大屏', '值班室大螢幕', 'Duty room'],
  },
  {
    name: ['民心河水质', '民心河水質', 'Water of the Minxin River'],
    area: banks,
    resolution: '1920x1080',
    explained: null,
  },
  {
    name: ['公厕运行看板', '公廁營運看板', 'Public toilets'],
    area: ['桥西区', '橋西區', 'Qiaoxi District'],
    resolution: '3840x2160',
    explained: null,
  },
  {
    name: ['扬尘监测', '揚塵監測', 'Construction dust'],
    area: ['正定新区', '正定新區', 'Zhengding New Area'],
    resolution: '1920x1080',
    explained: null,
  },
]

/** Files that the console itself serves: the demo makes no call to other hosts. */
const videos: readonly (Shown & { url: string | null; place: readonly [number, number] })[] = [
  {
    name: ['民心河沿线 1 号机位', '民心河沿線 1 號機位', 'Minxin River, camera 1'],
    area: banks,
    url: '/demo/river.m3u8',
    place: [114.4791, 38.0174],
    explained: ['直播', '直播', 'Live'],
  },
  {
    name: ['槐安路路口', '槐安路路口', 'Huaian Road crossing'],
    area: ['槐安路片区', '槐安路地區', 'Huaian Road quarter'],
    url: '/demo/road.mp4',
    place: [114.4696, 38.0259],
    explained: null,
  },
  {
    name: ['植物园全景', '植物園全景', 'Botanical Garden panorama'],
    area: ['植物园片区', '植物園地區', 'Botanical Garden quarter'],
    url: null,
    place: [114.4281, 38.0914],
    explained: ['上传的图片', '上傳的圖片', 'An uploaded picture'],
  },
]
