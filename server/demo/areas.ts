import type { Text } from './language.ts'
import { rivers, type River } from './rivers.ts'

/** An area of the demo: its centre, its devices by product, and the areas inside it. */
export interface DemoArea {
  name: Text
  lng: number
  lat: number
  /** Short name, used in the names of devices and gateways. */
  short: Text
  /** Number of devices of each product in the area. */
  devices?: Readonly<Record<string, number>>
  /** The river that the area's level stations measure. */
  river?: River
  /** Surroundings of its noise displays (`siteOptions` of resources/pollutants.ts); left out: beside roads. */
  site?: number
  inside?: readonly DemoArea[]
}

/**
 * Zones of GB 3096 as devices store them (`siteOptions`): homes and schools, mixed with trade, industry, beside roads.
 */
const [HOMES, TRADE, INDUSTRY] = [2, 3, 4]
export const BESIDE_ROADS = 5
/** The value of `siteOptions` for running water. */
export const RIVER = 7

export interface DemoProject {
  name: Text
  contact: string
  explained: Text
  area: DemoArea
}

/** Three customers in one city. The coordinates are those of Shijiazhuang, around 114.52 E, 38.05 N. */
export const projects: readonly DemoProject[] = [
  {
    name: ['石家庄智慧环保', '石家莊智慧環保', 'Shijiazhuang Environment'],
    contact: '13800138000',
    explained: [
      '空气、噪声、水质、公厕与照明的全市监测',
      '空氣、噪音、水質、公廁與照明的全市監測',
      'Air, noise, water, public toilets and street lights of the whole city',
    ],
    area: {
      name: ['石家庄市', '石家莊市', 'Shijiazhuang'],
      short: ['市区', '市區', 'City'],
      lng: 114.5148,
      lat: 38.0428,
      inside: [
        {
          name: ['长安区', '長安區', 'Changan District'],
          short: ['长安区', '長安區', 'Changan'],
          lng: 114.5391,
          lat: 38.0475,
          devices: { air: 6, weather: 1, toilet: 3, dust: 1 },
          inside: [
            {
              name: ['建设大街片区', '建設大街地區', 'Jianshe Street quarter'],
              short: ['建设大街', '建設大街', 'Jianshe Street'],
              lng: 114.5062,
              lat: 38.0561,
              devices: { noise: 3, lamp: 4, toilet: 1 },
            },
            {
              name: ['北国片区', '北國地區', 'Beiguo quarter'],
              short: ['北国商圈', '北國商圈', 'Beiguo'],
              lng: 114.5218,
              lat: 38.0489,
              devices: { noise: 2, air: 1 },
              site: TRADE,
            },
          ],
        },
        {
          name: ['桥西区', '橋西區', 'Qiaoxi District'],
          short: ['桥西区', '橋西區', 'Qiaoxi'],
          lng: 114.4612,
          lat: 38.0044,
          devices: { air: 4, weather: 1 },
          inside: [
            {
              name: ['槐安路片区', '槐安路地區', 'Huaian Road quarter'],
              short: ['槐安路', '槐安路', 'Huaian Road'],
              lng: 114.4702,
              lat: 38.0262,
              devices: { toilet: 4, noise: 2, lamp: 3 },
            },
            {
              name: ['民心河沿线', '民心河沿線', 'Minxin River banks'],
              short: ['民心河', '民心河', 'Minxin River'],
              lng: 114.4784,
              lat: 38.0168,
              devices: { hydrology: 5, air: 1, ions: 1 },
              river: rivers.minxin,
            },
            {
              name: ['新石片区', '新石地區', 'Xinshi quarter'],
              short: ['新石中路', '新石中路', 'Xinshi Road'],
              lng: 114.4527,
              lat: 38.0286,
              devices: { toilet: 4, noise: 1, lamp: 2 },
            },
          ],
        },
        {
          name: ['新华区', '新華區', 'Xinhua District'],
          short: ['新华区', '新華區', 'Xinhua'],
          lng: 114.4634,
          lat: 38.0637,
          devices: { air: 5, noise: 2, lamp: 4 },
          site: TRADE,
          inside: [
            {
              name: ['植物园片区', '植物園地區', 'Botanical Garden quarter'],
              short: ['植物园', '植物園', 'Botanical Garden'],
              lng: 114.4276,
              lat: 38.0921,
              devices: { ions: 2, weather: 1, toilet: 2 },
            },
            {
              name: ['太平河片区', '太平河地區', 'Taiping River quarter'],
              short: ['太平河', '太平河', 'Taiping River'],
              lng: 114.4478,
              lat: 38.1063,
              devices: { hydrology: 4, air: 1 },
              river: rivers.taiping,
            },
          ],
        },
        {
          name: ['裕华区', '裕華區', 'Yuhua District'],
          short: ['裕华区', '裕華區', 'Yuhua'],
          lng: 114.5317,
          lat: 38.0063,
          devices: { air: 6, weather: 1, noise: 2 },
          inside: [
            {
              name: ['槐底片区', '槐底地區', 'Huaidi quarter'],
              short: ['槐底', '槐底', 'Huaidi'],
              lng: 114.5389,
              lat: 38.0175,
              devices: { noise: 2, toilet: 3, lamp: 3 },
              site: HOMES,
            },
            {
              name: ['方村片区', '方村地區', 'Fangcun quarter'],
              short: ['方村', '方村', 'Fangcun'],
              lng: 114.5668,
              lat: 37.9832,
              devices: { dust: 3, air: 1 },
            },
          ],
        },
        {
          name: ['正定新区', '正定新區', 'Zhengding New Area'],
          short: ['正定新区', '正定新區', 'Zhengding'],
          lng: 114.5704,
          lat: 38.1462,
          devices: { air: 6, dust: 3 },
          inside: [
            {
              name: ['滹沱河生态公园', '滹沱河生態公園', 'Hutuo River Park'],
              short: ['滹沱河', '滹沱河', 'Hutuo River'],
              lng: 114.5632,
              lat: 38.1067,
              devices: { hydrology: 3, weather: 1, ions: 1, toilet: 3 },
              river: rivers.hutuo,
            },
            {
              name: ['会展中心片区', '會展中心地區', 'Convention Centre quarter'],
              short: ['会展中心', '會展中心', 'Convention Centre'],
              lng: 114.5823,
              lat: 38.1298,
              devices: { noise: 2, lamp: 4 },
              site: TRADE,
            },
          ],
        },
        {
          name: ['鹿泉区', '鹿泉區', 'Luquan District'],
          short: ['鹿泉区', '鹿泉區', 'Luquan'],
          lng: 114.3133,
          lat: 38.0862,
          devices: { air: 4, dust: 6, weather: 1 },
        },
        {
          name: ['藁城区', '藁城區', 'Gaocheng District'],
          short: ['藁城区', '藁城區', 'Gaocheng'],
          lng: 114.8467,
          lat: 38.0219,
          devices: { air: 3, noise: 1, weather: 1 },
          site: INDUSTRY,
          inside: [
            {
              name: ['丘头片区', '丘頭地區', 'Qiutou quarter'],
              short: ['丘头', '丘頭', 'Qiutou'],
              lng: 114.7311,
              lat: 38.0412,
              devices: { dust: 2, hydrology: 1 },
              river: rivers.wangyang,
            },
          ],
        },
        {
          name: ['栾城区', '欒城區', 'Luancheng District'],
          short: ['栾城区', '欒城區', 'Luancheng'],
          lng: 114.6483,
          lat: 37.9004,
          devices: { air: 3, dust: 1, weather: 1, toilet: 1 },
        },
        {
          name: ['高新区', '高新區', 'High-tech Zone'],
          short: ['高新区', '高新區', 'High-tech Zone'],
          lng: 114.6287,
          lat: 38.0402,
          devices: { air: 5, noise: 2, lamp: 6, dust: 2 },
          site: INDUSTRY,
        },
      ],
    },
  },
  {
    name: ['城区内涝监测', '市區淹水監測', 'Urban Flood Watch'],
    contact: '13900139000',
    explained: [
      '下穿桥、低洼路段与排水干渠',
      '地下道、低窪路段與排水幹線',
      'Underpasses, low-lying roads and main drains',
    ],
    area: {
      name: ['主城排水分区', '主城排水分區', 'Main City Drainage'],
      short: ['主城', '主城', 'Main City'],
      lng: 114.5,
      lat: 38.04,
      inside: [
        {
          name: ['桥西排水片', '橋西排水區', 'Qiaoxi drainage'],
          short: ['桥西', '橋西', 'Qiaoxi'],
          lng: 114.4641,
          lat: 38.0127,
          devices: { flood: 7, hydrology: 1 },
          river: rivers.drain,
        },
        {
          name: ['新华排水片', '新華排水區', 'Xinhua drainage'],
          short: ['新华', '新華', 'Xinhua'],
          lng: 114.4712,
          lat: 38.0684,
          devices: { flood: 5, hydrology: 1 },
          river: rivers.drain,
        },
        {
          name: ['裕华排水片', '裕華排水區', 'Yuhua drainage'],
          short: ['裕华', '裕華', 'Yuhua'],
          lng: 114.5422,
          lat: 38.0141,
          devices: { flood: 6, hydrology: 1 },
          river: rivers.drain,
        },
      ],
    },
  },
  {
    name: ['藁城智慧农业', '藁城智慧農業', 'Gaocheng Smart Farming'],
    contact: '13700137000',
    explained: ['藁城示范园设施大棚', '藁城示範園設施溫室', 'Greenhouses of the Gaocheng demonstration farm'],
    area: {
      name: ['藁城示范园', '藁城示範園', 'Gaocheng Demonstration Farm'],
      short: ['藁城示范园', '藁城示範園', 'Gaocheng Farm'],
      lng: 114.8622,
      lat: 38.0387,
      devices: { weather: 1 },
      inside: [
        {
          name: ['一号园区', '一號園區', 'Plot 1'],
          short: ['藁城示范园', '藁城示範園', 'Gaocheng Farm'],
          lng: 114.8591,
          lat: 38.0431,
          devices: { farm: 11 },
        },
        {
          name: ['二号园区', '二號園區', 'Plot 2'],
          short: ['梅花园区', '梅花園區', 'Meihua Farm'],
          lng: 114.7868,
          lat: 37.9482,
          devices: { farm: 9 },
        },
      ],
    },
  },
]
