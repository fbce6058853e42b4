import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ja: Catalogue<typeof en> = {
  'organizations.sections': '組織のセクション',
  'organizations.overview': '概要',
  'organizations.members': 'メンバー',
  'organizations.teams': 'チーム',
  'organizations.namespaces': '名前空間',
  'organizations.repositories': 'リポジトリ',
  'organizations.security': 'セキュリティ',
  'organizations.policy': 'ポリシー',
  'organizations.tokens': 'トークン',
  'organizations.publishers': '公開元',
  'organizations.webhooks': 'Webhook',
  'organizations.audit': '監査',
  'organizations.access': 'アクセス権の履歴',
  'organizations.settings': '設定',
  'organizations.no_repositories': '閲覧できるリポジトリはありません。パッケージはリポジトリに公開されます。',
  'organizations.no_namespaces':
    '組織は名前空間を保有していません。取得すると、他の人はその中にパッケージを作成できません。',
  'organizations.new_text':
    'あなたが所有者になります。その後、メンバーを招待し、チームを作り、権限を与えます。',
  'organizations.slug_hint':
    'アドレスの一部で、ほかのアカウントに渡ることはありません。小文字、数字、ハイフン。',
};
