/** An area of the demo: its centre, its people's products, and what lies inside it. */
export interface DemoArea {
  name: string
  lng: number
  lat: number
  /** Short name in the names of devices and gateways. */
  short: string
  /** How many devices of each product stand here. */
  devices?: Readonly<Record<string, number>>
  inside?: readonly DemoArea[]
}

export interface DemoProject {
  name: string
  contact: string
  explained: string
  area: DemoArea
}

/** Three customers in one city. Coordinates are those of Shijiazhuang, around 114.52 E, 38.05 N. */
export const projects: readonly DemoProject[] = [
  {
    name: '石家庄智慧环保', contact: '13800138000', explained: '空气、噪声、水质、公厕与照明的全市监测',
    area: {
      name: '石家庄市', short: '市区', lng: 114.5148, lat: 38.0428,
      inside: [
        {
          name: '长安区', short: '长安区', lng: 114.5391, lat: 38.0475, devices: { air: 6, weather: 1, toilet: 3, dust: 1 },
          inside: [
            { name: '建设大街片区', short: '建设大街', lng: 114.5062, lat: 38.0561, devices: { noise: 3, lamp: 4, toilet: 1 } },
            { name: '北国片区', short: '北国商圈', lng: 114.5218, lat: 38.0489, devices: { noise: 2, air: 1 } },
          ],
        },
        {
          name: '桥西区', short: '桥西区', lng: 114.4612, lat: 38.0044, devices: { air: 4, weather: 1 },
          inside: [
            { name: '槐安路片区', short: '槐安路', lng: 114.4702, lat: 38.0262, devices: { toilet: 4, noise: 2, lamp: 3 } },
            { name: '民心河沿线', short: '民心河', lng: 114.4784, lat: 38.0168, devices: { hydrology: 5, air: 1, ions: 1 } },
            { name: '新石片区', short: '新石中路', lng: 114.4527, lat: 38.0286, devices: { toilet: 4, noise: 1, lamp: 2 } },
          ],
        },
        {
          name: '新华区', short: '新华区', lng: 114.4634, lat: 38.0637, devices: { air: 5, noise: 2, lamp: 4 },
          inside: [
            { name: '植物园片区', short: '植物园', lng: 114.4276, lat: 38.0921, devices: { ions: 2, weather: 1, toilet: 2 } },
            { name: '太平河片区', short: '太平河', lng: 114.4478, lat: 38.1063, devices: { hydrology: 4, air: 1 } },
          ],
        },
        {
          name: '裕华区', short: '裕华区', lng: 114.5317, lat: 38.0063, devices: { air: 6, weather: 1, noise: 2 },
          inside: [
            { name: '槐底片区', short: '槐底', lng: 114.5389, lat: 38.0175, devices: { noise: 2, toilet: 3, lamp: 3 } },
            { name: '方村片区', short: '方村', lng: 114.5668, lat: 37.9832, devices: { dust: 3, air: 1 } },
          ],
        },
        {
          name: '正定新区', short: '正定新区', lng: 114.5704, lat: 38.1462, devices: { air: 6, dust: 3 },
          inside: [
            { name: '滹沱河生态公园', short: '滹沱河', lng: 114.5632, lat: 38.1067, devices: { hydrology: 3, weather: 1, ions: 1, toilet: 3 } },
            { name: '会展中心片区', short: '会展中心', lng: 114.5823, lat: 38.1298, devices: { noise: 2, lamp: 4 } },
          ],
        },
        { name: '鹿泉区', short: '鹿泉区', lng: 114.3133, lat: 38.0862, devices: { air: 4, dust: 6, weather: 1 } },
        {
          name: '藁城区', short: '藁城区', lng: 114.8467, lat: 38.0219, devices: { air: 3, noise: 1, weather: 1 },
          inside: [{ name: '丘头片区', short: '丘头', lng: 114.7311, lat: 38.0412, devices: { dust: 2, hydrology: 1 } }],
        },
        { name: '栾城区', short: '栾城区', lng: 114.6483, lat: 37.9004, devices: { air: 3, dust: 1, weather: 1, toilet: 1 } },
        { name: '高新区', short: '高新区', lng: 114.6287, lat: 38.0402, devices: { air: 5, noise: 2, lamp: 6, dust: 2 } },
      ],
    },
  },
  {
    name: '城区内涝监测', contact: '13900139000', explained: '下穿桥、低洼路段与排水干渠',
    area: {
      name: '主城排水分区', short: '主城', lng: 114.5, lat: 38.04,
      inside: [
        { name: '桥西排水片', short: '桥西', lng: 114.4641, lat: 38.0127, devices: { flood: 7, hydrology: 1 } },
        { name: '新华排水片', short: '新华', lng: 114.4712, lat: 38.0684, devices: { flood: 5, hydrology: 1 } },
        { name: '裕华排水片', short: '裕华', lng: 114.5422, lat: 38.0141, devices: { flood: 6, hydrology: 1 } },
      ],
    },
  },
  {
    name: '藁城智慧农业', contact: '13700137000', explained: '藁城示范园设施大棚',
    area: {
      name: '藁城示范园', short: '藁城示范园', lng: 114.8622, lat: 38.0387, devices: { weather: 1 },
      inside: [
        { name: '一号园区', short: '藁城示范园', lng: 114.8591, lat: 38.0431, devices: { farm: 11 } },
        { name: '二号园区', short: '梅花园区', lng: 114.7868, lat: 37.9482, devices: { farm: 9 } },
      ],
    },
  },
]
