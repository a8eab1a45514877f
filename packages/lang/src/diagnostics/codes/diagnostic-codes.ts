import type { DiagnosticCode } from '../diagnostic-code.js';
import { e0101 } from './e0101.js';
import { e0102 } from './e0102.js';
import { e0103 } from './e0103.js';
import { e0104 } from './e0104.js';
import { e0105 } from './e0105.js';
import { e0106 } from './e0106.js';
import { e0107 } from './e0107.js';
import { e0108 } from './e0108.js';
import { e0109 } from './e0109.js';
import { e0110 } from './e0110.js';
import { e0111 } from './e0111.js';
import { e0112 } from './e0112.js';
import { e0201 } from './e0201.js';
import { e0202 } from './e0202.js';
import { e0203 } from './e0203.js';
import { e0204 } from './e0204.js';
import { e0205 } from './e0205.js';
import { e0206 } from './e0206.js';
import { e0207 } from './e0207.js';
import { e0208 } from './e0208.js';
import { e0209 } from './e0209.js';
import { e0210 } from './e0210.js';
import { e0211 } from './e0211.js';
import { e0212 } from './e0212.js';
import { e0213 } from './e0213.js';
import { e0214 } from './e0214.js';
import { e0301 } from './e0301.js';
import { e0302 } from './e0302.js';
import { e0303 } from './e0303.js';
import { e0304 } from './e0304.js';
import { e0305 } from './e0305.js';
import { e0306 } from './e0306.js';
import { e0307 } from './e0307.js';
import { e0308 } from './e0308.js';
import { e0309 } from './e0309.js';
import { e0310 } from './e0310.js';
import { e0311 } from './e0311.js';
import { e0312 } from './e0312.js';
import { e0313 } from './e0313.js';
import { e0314 } from './e0314.js';
import { e0315 } from './e0315.js';
import { e0316 } from './e0316.js';
import { e0401 } from './e0401.js';
import { e0402 } from './e0402.js';
import { e0404 } from './e0404.js';
import { e0405 } from './e0405.js';
import { e0406 } from './e0406.js';
import { e0407 } from './e0407.js';
import { e0408 } from './e0408.js';
import { e0409 } from './e0409.js';
import { e0410 } from './e0410.js';
import { e0411 } from './e0411.js';
import { e0412 } from './e0412.js';
import { e0501 } from './e0501.js';
import { e0502 } from './e0502.js';
import { e0503 } from './e0503.js';
import { e0504 } from './e0504.js';
import { e0505 } from './e0505.js';
import { e0506 } from './e0506.js';
import { e0601 } from './e0601.js';
import { e0602 } from './e0602.js';
import { e0603 } from './e0603.js';
import { e0604 } from './e0604.js';
import { e0605 } from './e0605.js';
import { e0606 } from './e0606.js';
import { e0701 } from './e0701.js';
import { e0702 } from './e0702.js';
import { e0703 } from './e0703.js';
import { e0705 } from './e0705.js';
import { e0706 } from './e0706.js';
import { e0707 } from './e0707.js';
import { e0801 } from './e0801.js';
import { e0802 } from './e0802.js';
import { e0803 } from './e0803.js';
import { e0804 } from './e0804.js';
import { e0805 } from './e0805.js';
import { e0806 } from './e0806.js';
import { e0807 } from './e0807.js';
import { e0808 } from './e0808.js';
import { e0901 } from './e0901.js';
import { e0902 } from './e0902.js';
import { e0903 } from './e0903.js';
import { e0904 } from './e0904.js';
import { e0905 } from './e0905.js';
import { e0906 } from './e0906.js';
import { e0907 } from './e0907.js';
import { e0908 } from './e0908.js';
import { e0909 } from './e0909.js';
import { e0910 } from './e0910.js';
import { e0911 } from './e0911.js';
import { e0912 } from './e0912.js';
import { e0913 } from './e0913.js';
import { e0914 } from './e0914.js';
import { e0915 } from './e0915.js';
import { e0916 } from './e0916.js';
import { w1101 } from './w1101.js';
import { w1102 } from './w1102.js';
import { w1110 } from './w1110.js';
import { w1111 } from './w1111.js';
import { w1112 } from './w1112.js';
import { w1113 } from './w1113.js';
import { w1203 } from './w1203.js';
import { w1204 } from './w1204.js';
import { w1208 } from './w1208.js';
import { w1209 } from './w1209.js';
import { w1301 } from './w1301.js';
import { w1302 } from './w1302.js';
import { w1303 } from './w1303.js';
import { w1304 } from './w1304.js';
import { w1305 } from './w1305.js';
import { w1306 } from './w1306.js';
import { w1307 } from './w1307.js';
import { w1308 } from './w1308.js';
import { w1309 } from './w1309.js';
import { w1310 } from './w1310.js';
import { w1311 } from './w1311.js';
import { w1312 } from './w1312.js';
import { w1313 } from './w1313.js';
import { w1314 } from './w1314.js';
import { w1315 } from './w1315.js';
import { w1316 } from './w1316.js';
import { w1317 } from './w1317.js';
import { w1318 } from './w1318.js';
import { w1401 } from './w1401.js';
import { w1403 } from './w1403.js';
import { w1404 } from './w1404.js';

/** All codes, in order. Each has a documentation page, and a test verifies that its examples behave as described. */
export const diagnosticCodes: readonly DiagnosticCode[] = [
  e0101,
  e0102,
  e0103,
  e0104,
  e0105,
  e0106,
  e0107,
  e0108,
  e0109,
  e0110,
  e0111,
  e0112,
  e0201,
  e0202,
  e0203,
  e0204,
  e0205,
  e0206,
  e0207,
  e0208,
  e0209,
  e0210,
  e0211,
  e0212,
  e0213,
  e0214,
  e0301,
  e0302,
  e0303,
  e0304,
  e0305,
  e0306,
  e0307,
  e0308,
  e0309,
  e0310,
  e0311,
  e0312,
  e0313,
  e0314,
  e0315,
  e0316,
  e0401,
  e0402,
  e0404,
  e0405,
  e0406,
  e0407,
  e0408,
  e0409,
  e0410,
  e0411,
  e0412,
  e0501,
  e0502,
  e0503,
  e0504,
  e0505,
  e0506,
  e0601,
  e0602,
  e0603,
  e0604,
  e0605,
  e0606,
  e0701,
  e0702,
  e0703,
  e0705,
  e0706,
  e0707,
  e0801,
  e0802,
  e0803,
  e0804,
  e0805,
  e0806,
  e0807,
  e0808,
  e0901,
  e0902,
  e0903,
  e0904,
  e0905,
  e0906,
  e0907,
  e0908,
  e0909,
  e0910,
  e0911,
  e0912,
  e0913,
  e0914,
  e0915,
  e0916,
  w1101,
  w1102,
  w1110,
  w1111,
  w1112,
  w1113,
  w1203,
  w1204,
  w1208,
  w1209,
  w1301,
  w1302,
  w1303,
  w1304,
  w1305,
  w1306,
  w1307,
  w1308,
  w1309,
  w1310,
  w1311,
  w1312,
  w1313,
  w1314,
  w1315,
  w1316,
  w1317,
  w1318,
  w1401,
  w1403,
  w1404,
];
