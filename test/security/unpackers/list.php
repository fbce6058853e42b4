<?php
// Names in every zip of a folder, as ZipArchive (Composer) sees them: raw bytes in hex.
$found = [];
foreach (glob($argv[1] . '/*.zip') as $path) {
    $zip = new ZipArchive();
    $names = [];
    if (@$zip->open($path, ZipArchive::RDONLY) === true) {
        for ($at = 0; $at < $zip->numFiles; $at++) {
            $names[] = bin2hex($zip->getNameIndex($at, ZipArchive::FL_ENC_RAW));
        }
    }
    $found[basename($path)] = $names;
}
echo json_encode((object) $found);
