/**
 * Numbers of the networks whose addresses belong to rented machines. The list is maintained here, because no open list of them has a
 * licence. For networks that also connect people, such as those of Microsoft and Google for their offices, only the number of their cloud
 * is listed.
 */
export const hostingNetworks: ReadonlySet<number> = new Set([
  ...[16509, 14618], // Amazon
  8075, // Microsoft
  396982, // Google Cloud
  31898, // Oracle
  ...[45102, 37963], // Alibaba
  ...[132203, 45090], // Tencent
  36351, // SoftLayer
  14061, // DigitalOcean
  ...[24940, 213230, 212317], // Hetzner
  16276, // OVH
  63949, // Linode
  20473, // Vultr
  12876, // Scaleway
  51167, // Contabo
  ...[60781, 28753, 30633], // Leaseweb
  9009, // M247
  53667, // FranTech
  36352, // ColoCrossing
  8100, // QuadraNet
  46562, // Performive
  22612, // Namecheap
  47583, // Hostinger
  197540, // netcup
  19318, // Interserver
  26496, // GoDaddy
]);
